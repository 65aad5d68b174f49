import type { Delimiter, MarkdownIt, StateInline } from "markdown-it";

const TILDE = 0x7e;
/** Marks a single tilde among the delimiters, so that one never pairs with two. */
const SINGLE = -TILDE;

function scan(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const run = state.src.slice(state.pos, state.pos + length);
  state.pos += length;
  if (length > 2) {
    state.pending += run;
    return true;
  }
  state.push("text", "", 0).content = run;
  const marker = length === 1 ? SINGLE : TILDE;
  state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  return true;
}

function pair(state: StateInline, delimiters: Delimiter[]): void {
  for (const opener of delimiters) {
    const closer = delimiters[opener.end];
    if (!closer || (opener.marker !== TILDE && opener.marker !== SINGLE)) continue;
    for (const [at, type, nesting] of [
      [opener.token, "s_open", 1],
      [closer.token, "s_close", -1],
    ] as const) {
      const token = state.tokens[at];
      if (token) Object.assign(token, { type, nesting, content: "" });
    }
  }
}

function pairAll(state: StateInline): void {
  pair(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
}

/** Strikethrough as on GitHub: one or two tildes, never more. */
export function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.at("strikethrough", scan);
  md.inline.ruler2.at("strikethrough", pairAll);
}
