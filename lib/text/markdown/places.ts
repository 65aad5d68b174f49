import MarkdownIt, { type MarkdownIt as Reader, type StateBlock, type StateInline, type Token } from "markdown-it";

/** A piece of a token's content, as offsets into it; of a definition, as offsets into its line. */
export type Span = readonly [from: number, to: number];

type InlineRule = (state: StateInline, silent: boolean) => boolean;

const [OPENING_BRACKET, EXCLAMATION, LESS, CLOSING_PARENTHESIS] = [0x5b, 0x21, 0x3c, 0x29];

/** A rule of the library. */
function inlineRule(name: string): InlineRule {
  const { inline } = new MarkdownIt({ html: true });
  inline.ruler.enableOnly(name);
  const [rule] = inline.ruler.getRules("");
  if (!rule) throw new Error(`the parser has no rule ${name}`);
  return rule;
}

function note(token: Token | undefined, place: Span): void {
  if (token) token.meta = { ...token.meta, place };
}

/** The address without `<` and `>` around it. */
function spanAt({ md }: StateInline | StateBlock, src: string, from: number, max: number): Span {
  const { ok, pos } = md.helpers.parseLinkDestination(src, from, max);
  if (!ok) return [from, from];
  return src.charAt(from) === "<" ? [from + 1, pos - 1] : [from, pos];
}

/** Notes the place of a link's or picture's address, unless a definition holds it. */
function withPlace(rule: InlineRule, type: "link_open" | "image"): InlineRule {
  const isLink = type === "link_open";
  const sign = isLink ? OPENING_BRACKET : EXCLAMATION;
  return (state, silent) => {
    const { pos: begin, tokens } = state;
    // Called at every character, so the cheapest check comes first.
    if (state.src.charCodeAt(begin) !== sign) return false;
    const before = tokens.length;
    if (!rule(state, silent)) return false;
    if (silent || state.src.charCodeAt(state.pos - 1) !== CLOSING_PARENTHESIS) return true;
    let at = state.md.helpers.parseLinkLabel(state, isLink ? begin : begin + 1, isLink) + 2;
    while (/\s/.test(state.src.charAt(at))) at += 1;
    let index = before;
    while (index < tokens.length && tokens[index]?.type !== type) index += 1;
    note(tokens[index], spanAt(state, state.src, at, state.posMax));
    return true;
  };
}

const htmlInline = inlineRule("html_inline");

function htmlWithPlace(state: StateInline, silent: boolean): boolean {
  const begin = state.pos;
  if (state.src.charCodeAt(begin) !== LESS) return false;
  if (!htmlInline(state, silent)) return false;
  if (!silent) note(state.tokens.at(-1), [begin, state.pos]);
  return true;
}

/** Notes the place of a definition's address. */
function noteDefinition(state: StateBlock, startLine: number): void {
  const { src, bMarks, tShift, eMarks } = state;
  const textOf = (line: number) => (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  let at = textOf(startLine) + 1;
  while (at < src.length && src.charAt(at) !== "]") at += src.charAt(at) === "\\" ? 2 : 1;
  at += 2;
  let line = startLine;
  while (at > (eMarks[line] ?? src.length)) line += 1;
  while (/[ \t]/.test(src.charAt(at))) at += 1;
  if (at === eMarks[line]) at = textOf((line += 1));
  const lineStart = line === 0 ? 0 : (eMarks[line - 1] ?? 0) + 1;
  const [from, to] = spanAt(state, src, at, eMarks[line] ?? src.length);
  const token = state.tokens.at(-1);
  const url = state.md.helpers.parseLinkDestination(src, at, eMarks[line] ?? src.length).str;
  if (token) token.meta = { ...token.meta, url, line, place: [from - lineStart, to - lineStart] };
}

/** Makes the parser note the place of each address, for replacing it there. */
export function places(md: Reader): void {
  md.inline.ruler.at("link", withPlace(inlineRule("link"), "link_open"));
  md.inline.ruler.at("image", withPlace(inlineRule("image"), "image"));
  md.inline.ruler.at("html_inline", htmlWithPlace);
  const { block } = new MarkdownIt();
  block.ruler.enableOnly("reference");
  const [reference] = block.ruler.getRules("");
  if (!reference) throw new Error("the parser has no rule for definitions");
  md.block.ruler.at("reference", (state, startLine, endLine, silent) => {
    if (!reference(state, startLine, endLine, silent)) return false;
    if (!silent) noteDefinition(state, startLine);
    return true;
  });
  md.core.ruler.disable("strip_references");
}
