import type { Link, PhrasingContent } from "mdast";
import type { MarkdownIt, StateInline } from "markdown-it";

// Characters at which an inline rule may begin; anything between them is plain text.
const stops = new Uint8Array(128);
for (const sign of "\n!$&*:<[\\]_`~wW") stops[sign.charCodeAt(0)] = 1;

const isW = (code: number): boolean => code === 0x77 || code === 0x57;

/** A backslash before one of these stands for itself. */
const letter = /[a-z\d]/i;
const www = /www\./iy;
const scheme = /https?$/i;
const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;
const control = /\p{Cc}/u;
/** May end a sentence, so it belongs to an address only if the address continues. */
const trailing = new Set(`!"'),*.:;?]_~`);
const reference = /&[a-z]+;/iy;

const matchesAt = (pattern: RegExp, src: string, pos: number): boolean => {
  pattern.lastIndex = pos;
  return pattern.test(src);
};

const startsWww = (src: string, pos: number): boolean =>
  matchesAt(www, src, pos) && (pos === 0 || space.test(src.charAt(pos - 1)) || punctuation.test(src.charAt(pos - 1)));

/** The end of a run of trailing signs, and whether the address ended before it. */
function trailAt(src: string, start: number): { end: number; isTrail: boolean } {
  let end = start;
  for (; end < src.length; end += 1) {
    const sign = src.charAt(end);
    if (trailing.has(sign)) continue;
    if (sign !== "&" || !matchesAt(reference, src, end)) break;
    end = reference.lastIndex - 1;
  }
  const next = src.charAt(end);
  const isTarget = (next === "(" || next === "[") && end > start && src.charAt(end - 1) === "]";
  return { end, isTrail: next === "" || next === "<" || space.test(next) || isTarget };
}

/** The most characters of a domain, by the rules of DNS. Without it, each of many beginnings would be followed to the same end. */
const LONGEST_DOMAIN = 253;

/** The end of a domain; its last two parts have no underscore. */
function domainEnd(src: string, start: number): number | undefined {
  let pos = start;
  let hasUnderscore = false;
  let hadUnderscore = false;
  for (let known = start; pos < src.length; pos += 1) {
    if (pos - start > LONGEST_DOMAIN) return undefined;
    const sign = src.charAt(pos);
    if (sign === "." || sign === "_") {
      // A run of signs is scanned once, however long it is.
      if (pos >= known) {
        const { end, isTrail } = trailAt(src, pos);
        if (isTrail) break;
        known = end;
      }
      if (sign === ".") hadUnderscore = hasUnderscore;
      hasUnderscore = sign === "_";
    } else if (sign !== "-" && (space.test(sign) || punctuation.test(sign))) break;
  }
  return pos > start && !hasUnderscore && !hadUnderscore ? pos : undefined;
}

/** The end of path, query and fragment; a closing parenthesis belongs to them if it was opened there. */
function pathEnd(src: string, start: number): number {
  let open = 0;
  let pos = start;
  for (let known = start; pos < src.length; pos += 1) {
    const sign = src.charAt(pos);
    if (sign === "(") open += 1;
    else if (sign === "<" || space.test(sign)) break;
    else if ((sign !== ")" || open <= 0) && pos >= known && (trailing.has(sign) || sign === "&")) {
      const { end, isTrail } = trailAt(src, pos);
      if (isTrail) break;
      known = end;
    }
    if (sign === ")") open -= 1;
  }
  return pos;
}

function pushLink(state: StateInline, href: string, content: string, end: number): true {
  state.push("link_open", "a", 1).attrs = [["href", href]];
  state.push("text", "", 0).content = content;
  state.push("link_close", "a", -1);
  state.pos = end;
  return true;
}

function words(state: StateInline, silent: boolean): boolean {
  const { src, posMax } = state;
  let { pos } = state;
  for (; pos < posMax; pos += 1) {
    const code = src.charCodeAt(pos);
    if (code >= 128 || stops[code] === 0) continue;
    if (code === 0x5c ? !letter.test(src.charAt(pos + 1)) : isW(code) ? startsWww(src, pos) : true) break;
  }
  if (pos === state.pos) return false;
  if (!silent) state.pending += src.slice(state.pos, pos);
  state.pos = pos;
  return true;
}

function address(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (silent || state.linkLevel > 0) return false;
  const sign = src.charCodeAt(pos);
  if (isW(sign)) {
    const host = startsWww(src, pos) ? domainEnd(src, pos) : undefined;
    if (host === undefined) return false;
    const end = pathEnd(src, host);
    return pushLink(state, `http://${src.slice(pos, end)}`, src.slice(pos, end), end);
  }
  if (sign !== 0x3a || !src.startsWith("://", pos)) return false;
  const name = scheme.exec(state.pending.slice(-5))?.[0];
  if (name === undefined || /[a-z]/i.test(src.charAt(pos - name.length - 1))) return false;
  const first = src.charAt(pos + 3);
  if (first === "" || control.test(first) || space.test(first) || punctuation.test(first)) return false;
  const host = domainEnd(src, pos + 3);
  if (host === undefined) return false;
  const end = pathEnd(src, host);
  state.pending = state.pending.slice(0, -name.length);
  const whole = src.slice(pos - name.length, end);
  return pushLink(state, whole, whole, end);
}

/** GitHub's autolinks: plain addresses that begin with `www.`, `http://` or `https://`. */
export function autolinks(md: MarkdownIt): void {
  md.inline.ruler.at("text", words);
  md.inline.ruler.at("linkify", address);
}

const mail = /(?<![\w+\-.]|(?:^|[^\d@A-Za-z])xmpp:)(?:(?<![@])mailto:)?[\w+\-.]+@[\w-]+(?:\.[\w-]+)+/g;
const notMail = /[\d\-_]$/;

/** Turns e-mail addresses in a text into links (GitHub). */
export function mailLinks(text: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  let last = 0;
  for (const { 0: value, index } of text.matchAll(mail)) {
    if (notMail.test(value)) continue;
    if (index > last) nodes.push({ type: "text", value: text.slice(last, index) });
    const link: Link = {
      type: "link",
      url: value.startsWith("mailto:") ? value : `mailto:${value}`,
      children: [{ type: "text", value }],
    };
    nodes.push(link);
    last = index + value.length;
  }
  if (last < text.length) nodes.push({ type: "text", value: text.slice(last) });
  return nodes;
}
