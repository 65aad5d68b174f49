import { diffArrays, diffWordsWithSpace } from "diff";

/** A part of a line; `changed` where the words differ. */
export type Part = { text: string; changed: boolean };
/** A line of a comparison, or (`skipped`) the number of equal lines left out. */
export type Row = { kind: "same" | "removed" | "added"; parts: Part[] } | { kind: "skipped"; count: number };

/** Equal lines shown around a change. */
const CONTEXT = 2;
/** Longer texts are compared by whole lines only, in characters. */
const MOST_FOR_WORDS = 4000;

const plain = (kind: "same" | "removed" | "added", text: string): Row => ({ kind, parts: [{ text, changed: false }] });

/** Splits marked words into lines again; the marks stay on the words. */
function rowsOfWords(kind: "removed" | "added", parts: Part[]): Row[] {
  const rows: Part[][] = [[]];
  for (const { text, changed } of parts) {
    const [first = "", ...rest] = text.split("\n");
    if (first !== "") rows.at(-1)?.push({ text: first, changed });
    for (const line of rest) rows.push(line === "" ? [] : [{ text: line, changed }]);
  }
  return rows.map((row) => ({ kind, parts: row }));
}

/** A changed passage: the removed lines, then the added ones, with their different words. */
function replaced(before: string[], after: string[]): Row[] {
  const [old, fresh] = [before.join("\n"), after.join("\n")];
  if (old.length + fresh.length > MOST_FOR_WORDS)
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
function folded(rows: Row[]): Row[] {
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

/** Compares every line of two texts: a line is its letters, with or without a line break after it. */
export function compareLines(before: string, after: string): Exclude<Row, { kind: "skipped" }>[] {
  const changes = diffArrays(...linesOf(before, after));
  const rows: Row[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    const next = changes[at + 1];
    if (!change) continue;
    if (change.removed && next?.added) {
      rows.push(...replaced(change.value, next.value));
      at += 1;
    } else
      rows.push(
        ...change.value.map((line) => plain(change.removed ? "removed" : change.added ? "added" : "same", line)),
      );
  }
  return rows.filter((row) => row.kind !== "skipped");
}

/** Compares two texts line by line; an empty list means that they are equal. */
export const compareTexts = (before: string, after: string): Row[] =>
  before === after ? [] : folded(compareLines(before, after));
