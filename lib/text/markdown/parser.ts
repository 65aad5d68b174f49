import MarkdownIt, { type MarkdownIt as Reader, type StateBlock, type StateCore } from "markdown-it";
import { autolinks } from "./autolinks";
import { footnotes } from "./footnotes";
import { formulas } from "./formulas";
import { places } from "./places";
import { strikethrough } from "./strikethrough";
import { tables } from "./tables";

/** Blocks and spans nested deeper become text, before anything recurses over them. */
export const MAX_DEPTH = 80;

/** The marks of quotes and list items at the start of a line. */
const markers = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+[ \t]*/gm;

/** The parser drops what is nested too deeply; before that, the rest becomes one paragraph. */
function flatten(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < MAX_DEPTH) return false;
  let line = startLine + 1;
  while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) line += 1;
  state.line = line;
  state.push("paragraph_open", "p", 1);
  const text = state.push("inline", "", 0);
  text.map = [startLine, line];
  text.content = state.getLines(startLine, line, state.blkIndent, false).replace(markers, "").trim();
  text.children = [];
  state.push("paragraph_close", "p", -1);
  return true;
}

const task = /^\[([ \t\nxX])\](?=\s)(?!\s*$)/;

/** Marks list items that begin with `[ ]` or `[x]`, before these are parsed as links. */
function markTasks(state: StateCore): void {
  state.tokens.forEach((item, index) => {
    const inline = state.tokens[index + 2];
    if (
      item.type !== "list_item_open" ||
      inline?.type !== "inline" ||
      state.tokens[index + 1]?.type !== "paragraph_open"
    )
      return;
    const sign = task.exec(inline.content)?.[1];
    if (sign === undefined) return;
    item.meta = { checked: sign === "x" || sign === "X" };
    inline.content = inline.content.slice(3).trimStart();
  });
}

/** Leaves addresses and words as written: the sanitiser checks addresses, and the writer encodes them. */
export function asWritten(reader: Reader): Reader {
  reader.validateLink = () => true;
  reader.normalizeLink = (address) => address;
  reader.normalizeLinkText = (address) => address;
  reader.core.ruler.disable(["linkify", "replacements", "smartquotes", "text_join"]);
  return reader;
}

/** The parser of texts: CommonMark, tables, strikethrough, task lists, footnotes, formulas and autolinks. */
export const parser = asWritten(new MarkdownIt({ html: true }));
parser.core.ruler.after("block", "tasks", markTasks);
parser.use(tables).use(autolinks).use(footnotes).use(strikethrough).use(formulas).use(places);
parser.block.ruler.before("table", "flatten", flatten);
