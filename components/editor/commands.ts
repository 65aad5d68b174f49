import { type ChangeSpec, EditorSelection, type StateCommand } from "@codemirror/state";

/** Adds a mark around each selection, or removes it where it is there already. */
const wrapWith =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const changes = state.changeByRange((range) => {
      const { from, to } = range;
      const around = state.sliceDoc(from - mark.length, from) === mark && state.sliceDoc(to, to + mark.length) === mark;
      // A single `*` of `**bold**` is no mark.
      const isOther =
        mark.length === 1 &&
        state.sliceDoc(from - 2, from) === mark.repeat(2) &&
        state.sliceDoc(from - 3, from) !== mark.repeat(3);
      if (around && !isOther)
        return {
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
          range: EditorSelection.range(from - mark.length, to - mark.length),
        };
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + mark.length, to + mark.length),
      };
    });
    dispatch(state.update(changes, { scrollIntoView: true, userEvent: "input" }));
    return true;
  };

/**
 * Adds a mark to the start of each selected line; `other` matches marks it replaces. Removes it where all lines have
 * it.
 */
const prefixWith =
  (mark: string, other: RegExp): StateCommand =>
  ({ state, dispatch }) => {
    const changes: ChangeSpec[] = [];
    const lines = new Map(
      state.selection.ranges
        .flatMap((range) => linesFrom(state.doc.lineAt(range.from).number, state.doc.lineAt(range.to).number))
        .map((n) => [n, state.doc.line(n)]),
    );
    const all = [...lines.values()].every((line) => line.text.startsWith(mark));
    for (const line of lines.values()) {
      const there = all ? mark : (other.exec(line.text)?.[0] ?? "");
      changes.push({ from: line.from, to: line.from + there.length, insert: all ? "" : mark });
    }
    const update = state.changes(changes);
    dispatch(
      state.update({
        changes: update,
        selection: state.selection.map(update, 1),
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  };

const linesFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Inserts a block on its own lines; `$` marks the selection afterwards: between two, or at one. */
const insertBlock =
  (block: string): StateCommand =>
  ({ state, dispatch }) => {
    const line = state.doc.lineAt(state.selection.main.head);
    const at = line.text.trim() === "" ? line.from : line.to;
    const before = line.text.trim() === "" ? "" : "\n\n";
    return put(
      before + block + (at < state.doc.length ? "" : "\n"),
      at,
      line.text.trim() === "" ? line.to : at,
    )({ state, dispatch });
  };

const put =
  (marked: string, from: number, to: number): StateCommand =>
  ({ state, dispatch }) => {
    const [head = "", selected = "", tail] = marked.split("$");
    const text = tail === undefined ? head + selected : head + selected + tail;
    const start = from + (marked.includes("$") ? head.length : text.length);
    dispatch(
      state.update({
        changes: { from, to, insert: text },
        selection: EditorSelection.range(start, tail === undefined ? start : start + selected.length),
        scrollIntoView: true,
        userEvent: "input",
      }),
    );
    return true;
  };

const headings = /^#{1,6} /;
const lists = /^(?:[-*+] \[[ xX]\] |[-*+] |\d+\. )/;

/** Makes the selected lines a callout, or begins one. */
const callout: StateCommand = ({ state, dispatch }) => {
  const { from, to, empty } = state.selection.main;
  if (empty) return insertBlock("> [!NOTE]\n> $")({ state, dispatch });
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const lines = state.sliceDoc(first.from, last.to).split("\n");
  return put(["> [!NOTE]", ...lines.map((line) => `> ${line}`)].join("\n"), first.from, last.to)({ state, dispatch });
};

/** Puts the sign of a new footnote behind the selection, and the cursor into the footnote at the end of the text. */
const footnote: StateCommand = ({ state, dispatch }) => {
  const text = state.doc.toString();
  const taken = new Set([...text.matchAll(/\[\^([^\]\s]+)\]/g)].map(([, name]) => name));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  const end = text.trimEnd().length;
  // Below another footnote, without a line between them.
  const last = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  const [sign, note] = [`[^${number}]`, `${/^\[\^[^\]\s]+\]:/.test(last) ? "\n" : "\n\n"}[^${number}]: `];
  const at = Math.min(state.selection.main.to, end);
  dispatch(
    state.update({
      changes: [
        { from: at, insert: sign },
        { from: end, to: state.doc.length, insert: note },
      ],
      selection: { anchor: end + sign.length + note.length },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** The commands of toolbar, shortcuts and slash menu. */
export const commands = {
  heading2: prefixWith("## ", headings),
  heading3: prefixWith("### ", headings),
  bold: wrapWith("**"),
  italic: wrapWith("*"),
  inlineCode: wrapWith("`"),
  quote: prefixWith("> ", /^> /),
  callout,
  list: prefixWith("- ", lists),
  numbers: prefixWith("1. ", lists),
  tasks: prefixWith("- [ ] ", lists),
  codeBlock: insertBlock("```$\n\n```"),
  table: insertBlock("| $A$ | B |\n| --- | --- |\n|  |  |"),
  footnote,
  divider: insertBlock("---\n\n$"),
} satisfies Record<string, StateCommand>;

export type CommandName = keyof typeof commands | "link" | "image";
