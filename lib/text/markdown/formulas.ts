import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** The longest formula, in characters and in lines; what is longer is a text with dollar signs. */
const MAX_FORMULA = 2_000;
const MAX_LINES = 100;
const DOLLAR = 0x24;
const INDENT = 4;

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}$\\]/u.test(text.charAt(at));

/** Where the formula between single or double signs ends that begins at a sign; -1 where none does. */
function endOf(text: string, from: number, sign: string, max: number): number {
  const most = Math.min(max, from + MAX_FORMULA);
  for (let at = from; at < most; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(sign, at)) {
      if (at + sign.length > max || at === from) return -1;
      // A price is no end: "from $5 to $10".
      if (sign === "$" && (/\s/.test(text.charAt(at - 1)) || isWordAt(text, at + 1))) return -1;
      return at;
    } else if (text.charCodeAt(at) === DOLLAR) return -1;
  }
  return -1;
}

/** `$x^2$`, as pandoc and GitHub read it, or `$$x^2$$` in a line. */
function formula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const sign = src.charCodeAt(pos + 1) === DOLLAR ? "$$" : "$";
  const from = pos + sign.length;
  if (pos > 0 && isWordAt(src, pos - 1)) return false;
  if (sign === "$" && /\s|^$/.test(src.charAt(from))) return false;
  const end = endOf(src, from, sign, posMax);
  if (end < 0 || src.slice(from, end).trim() === "") return false;
  if (!silent) state.push("formula", "", 0).content = src.slice(from, end).trim();
  state.pos = end + sign.length;
  return true;
}

/** `$$`, lines, `$$`; or all of it in one line. */
function formulaBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { bMarks, eMarks, tShift, sCount, blkIndent } = state;
  if ((sCount[startLine] ?? 0) - blkIndent >= INDENT) return false;
  const lineAt = (line: number) => state.src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trim();
  const first = lineAt(startLine);
  if (!first.startsWith("$$")) return false;
  const rest = first.slice(2);
  const isOne = rest.length > 2 && rest.endsWith("$$") && !rest.endsWith("\\$$");
  if (!isOne && rest.includes("$$")) return false;
  const lines = [isOne ? rest.slice(0, -2) : rest];
  let line = startLine + 1;
  if (!isOne)
    for (let isClosed = false; !isClosed; line += 1) {
      const last = line < endLine && (sCount[line] ?? 0) >= blkIndent ? lineAt(line) : "";
      // A formula has no empty line.
      if (last === "" || line - startLine > MAX_LINES) return false;
      isClosed = last.endsWith("$$");
      lines.push(isClosed ? last.slice(0, -2) : last);
    }
  const tex = lines.join("\n").trim();
  if (tex === "" || tex.length > MAX_FORMULA || tex.includes("$$")) return false;
  if (silent) return true;
  const token = state.push("formula_block", "", 0);
  token.content = tex;
  token.map = [startLine, line];
  state.line = line;
  return true;
}

/** Whether a formula may stand in a line of Markdown, and is read as the same there. */
export const isWritable = (tex: string): boolean =>
  /^[^\s$][^$\n]*$/.test(tex) && !/[\s\\]$/.test(tex) && tex.length < MAX_FORMULA;

/** Formulas in the notation of TeX. */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "formula", formula);
  md.block.ruler.before("fence", "formula", formulaBlock, { alt: ["paragraph", "reference", "blockquote", "list"] });
}
