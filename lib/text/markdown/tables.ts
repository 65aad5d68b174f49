import type { MarkdownIt, StateBlock } from "markdown-it";

const attribute = String.raw`\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
/** A line that is one tag and nothing else, of any name. */
const loneTag = new RegExp(`^<(?:[a-z][a-z\\d-]*(?:${attribute})*\\s*/?|/[a-z][a-z\\d-]*\\s*)>\\s*$`, "i");
const underline = /^-+[ \t]*$/;

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** Such a line does not end a paragraph, and so the parser lets it be, but it does end a table. */
const endsTable = (state: StateBlock, line: number, _end: number, silent: boolean): boolean =>
  silent && state.parentType === "table" && loneTag.test(lineOf(state, line));

/** Tables where the parser and GitHub read them differently. */
export function tables(md: MarkdownIt): void {
  const [table] = md.block.ruler.getRules("");
  if (!table) return;
  // A line of hyphens only makes a heading of the line before it, even when there is a bar in that.
  md.block.ruler.at(
    "table",
    (state, line, end, silent) => !underline.test(lineOf(state, line + 1)) && table(state, line, end, silent),
    {
      alt: ["paragraph", "reference"],
    },
  );
  md.block.ruler.push("table_end", endsTable, { alt: ["blockquote"] });
}
