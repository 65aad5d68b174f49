import { diffArrays, diffWordsWithSpace } from "diff";

/** A part of a line; `changed` where the words differ. */
export type Part = { text: string; changed: boolean };
/** A line of a comparison, or the number of lines left out: equal ones (`skipped`), or all further ones (`more`). */
type Line = { kind: "same" | "removed" | "added"; parts: Part[] };
export type Row = Line | { kind: "skipped"; count: number } | { kind: "more"; count: number };

/** Equal lines shown around a change. */
const CONTEXT = 2;
/** Longer passages are compared by whole lines only, in characters, and whatever comes after so many in all. */
const [MOST_FOR_WORDS, MOST_FOR_ALL_WORDS] = [4000, 40_000];
/** Differing lines with which two texts are compared line by line, which takes the square of their number. */
const MOST_DIFFERENT = 2000;
/** Lines shown of a comparison. */
const MOST_ROWS = 3000;

const plain = (kind: "same" | "removed" | "added", text: string): Line => ({ kind, parts: [{ text, changed: false }] });

/** Splits marked words into lines again; the marks stay on the words. */
function rowsOfWords(kind: "removed" | "added", parts: Part[]): Line[] {
  const rows: Part[][] = [[]];
  for (const { text, changed } of parts) {
    const [first = "", ...rest] = text.split("\n");
    if (first !== "") rows.at(-1)?.push({ text: first, changed });
    for (const line of rest) rows.push(line === "" ? [] : [{ text: line, changed }]);
  }
  return rows.map((row) => ({ kind, parts: row }));
}

/** A changed passage: the removed lines, then the added ones, with their different words. */
function replaced(before: string[], after: string[], left: number): Line[] {
  const [old, fresh] = [before.join("\n"), after.join("\n")];
  if (old.length + fresh.length > Math.min(MOST_FOR_WORDS, left))
    return [...before.map((line) => plain("removed", line)), ...after.map((line) => plain("added", line))];
  const words = diffWordsWithSpace(old, fresh);
  const side = (kind: "removed" | "added") =>
    rowsOfWords(
      kind,
      words
        .filter((part) => (kind === "removed" ? !part.added : !part.removed))
        .map((part) => ({ text: part.value, changed: part.added || part.removed })),
    );
  return [...side("removed"), ...side("added")];
}

/** Leaves out equal lines far from any change. */
function folded(rows: Line[]): Row[] {
  const near = rows.map((_row, at) =>
    rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((row) => row.kind !== "same"),
  );
  const out: Row[] = [];
  rows.forEach((row, at) => {
    const last = out.at(-1);
    if (near[at]) out.push(row);
    else if (last?.kind === "skipped") last.count += 1;
    else out.push({ kind: "skipped", count: 1 });
  });
  return out;
}

/** The lines of both texts. A final line break that both have makes no line. */
function linesOf(before: string, after: string): [string[], string[]] {
  const isEnded = before.endsWith("\n") && after.endsWith("\n");
  const split = (text: string) => (text === "" ? [] : (isEnded ? text.slice(0, -1) : text).split("\n"));
  return [split(before), split(after)];
}

type Change = { value: string[]; removed?: boolean; added?: boolean };

/** What two texts have in common at both ends, and all between as removed and added. */
function changedBetween(before: string[], after: string[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && before[begin] === after[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const between = (lines: string[]) => lines.slice(begin, lines.length - end);
  return [
    { value: before.slice(0, begin) },
    { value: between(before), removed: true },
    { value: between(after), added: true },
    { value: before.slice(before.length - end) },
  ].filter(({ value }) => value.length > 0);
}

/** Compares every line of two texts: a line is its letters, with or without a line break after it. */
export function compareLines(before: string, after: string): Line[] {
  const [old, fresh] = linesOf(before, after);
  const changes: Change[] = diffArrays(old, fresh, { maxEditLength: MOST_DIFFERENT }) ?? changedBetween(old, fresh);
  const rows: Line[] = [];
  let left = MOST_FOR_ALL_WORDS;
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) continue;
    if (change.removed && next?.added) {
      for (const row of replaced(change.value, next.value, left)) rows.push(row);
      left -= [...change.value, ...next.value].reduce((sum, line) => sum + line.length + 1, 0);
      at += 1;
    } else
      for (const line of change.value)
        rows.push(plain(change.removed ? "removed" : change.added ? "added" : "same", line));
  }
  return rows;
}

/** Compares two texts line by line; an empty list means that they are equal. */
export function compareTexts(before: string, after: string): Row[] {
  const rows = before === after ? [] : folded(compareLines(before, after));
  if (rows.length <= MOST_ROWS) return rows;
  return [...rows.slice(0, MOST_ROWS), { kind: "more", count: rows.length - MOST_ROWS }];
}
