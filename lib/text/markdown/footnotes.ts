import type { Env, MarkdownIt, StateBlock, StateInline } from "markdown-it";

/** `[^label]`; no blanks in a label, and CommonMark's length for labels. */
const label = /\[\^((?:\\[[\\\]]|[^\s[\]]){1,999})\]/y;
const INDENT = 4;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09;

function labelAt(src: string, pos: number): { name: string; end: number } | undefined {
  if (src.charCodeAt(pos) !== 0x5b || src.charCodeAt(pos + 1) !== 0x5e) return undefined;
  label.lastIndex = pos;
  const name = label.exec(src)?.[1];
  return name === undefined ? undefined : { name, end: label.lastIndex };
}

/** Normalises a label. */
export const footnoteKey = (name: string): string => name.toLowerCase().toUpperCase().toLowerCase();

const isDefined = ({ footnotes: known }: Env, name: string): boolean =>
  known instanceof Set && known.has(footnoteKey(name));

function define(env: Env, name: string): void {
  if (env.footnotes instanceof Set) env.footnotes.add(footnoteKey(name));
  else env.footnotes = new Set([footnoteKey(name)]);
}

/** `[^label]: blocks`, whose later lines are indented by four, like those of a list item. */
function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const { bMarks, eMarks, tShift, sCount } = state;
  const [begin = 0, shift = 0, count = 0] = [bMarks[startLine], tShift[startLine], sCount[startLine]];
  const max = eMarks[startLine] ?? 0;
  if (count - state.blkIndent >= INDENT) return false;
  const found = labelAt(state.src, begin + shift);
  if (!found || found.end >= max || state.src.charCodeAt(found.end) !== 0x3a) return false;
  if (silent) return true;
  let content = found.end + 1;
  while (content < max && isSpace(state.src.charCodeAt(content))) content += 1;
  define(state.env, found.name);
  state.push("footnote_open", "", 1).meta = { label: found.name };
  const { parentType } = state;
  state.parentType = "footnote";
  state.blkIndent += INDENT;
  bMarks[startLine] = content;
  tShift[startLine] = 0;
  sCount[startLine] = state.blkIndent;
  state.md.block.tokenize(state, startLine, endLine);
  bMarks[startLine] = begin;
  tShift[startLine] = shift;
  sCount[startLine] = count;
  state.blkIndent -= INDENT;
  state.parentType = parentType;
  state.push("footnote_close", "", -1);
  return true;
}

function reference(state: StateInline, silent: boolean): boolean {
  // Finds the end of a label: unlike a link, it may contain a footnote.
  if (silent) return false;
  const found = labelAt(state.src, state.pos);
  if (!found || found.end > state.posMax || !isDefined(state.env, found.name)) return false;
  state.push("footnote_reference", "", 0).meta = { label: found.name };
  state.pos = found.end;
  return true;
}

/** GitHub's footnotes. */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "footnote", definition, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.inline.ruler.before("link", "footnote", reference);
}
