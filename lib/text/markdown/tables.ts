import type { MarkdownIt, StateBlock } from "markdown-it";

const attribute = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
/** A line that is a single tag, of any name. */
const loneTag = new RegExp(`^<(?:[a-z][a-z\\d-]*(?:${attribute})*\\s*/?|/[a-z][a-z\\d-]*\\s*)>\\s*$`, "i");
const underline = /^-+[ \t]*$/;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** Such a line does not end a paragraph, so the parser ignores it, but it ends a table. */
const endsTable = (state: StateBlock, line: number, _end: number, silent: boolean): boolean =>
  silent && state.parentType === "table" && loneTag.test(lineOf(state, line));

/** Corrects tables where the parser and GitHub differ. */
export function tables(md: MarkdownIt): void {
  const [table] = md.block.ruler.getRules("");
  if (!table) return;
  // A line of hyphens alone makes the line before it a heading, even one with a bar.
  md.block.ruler.at(
    "table",
    (state, line, end, silent) => !underline.test(lineOf(state, line + 1)) && table(state, line, end, silent),
    {
      alt: ["paragraph", "reference"],
    },
  );
  md.block.ruler.push("table_end", endsTable, { alt: ["blockquote"] });
}
