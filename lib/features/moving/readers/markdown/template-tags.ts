import type { Token } from "markdown-it";
import { parser } from "../../../../text/markdown/parser";

/** One use of a tag: `{% name args %}`, `{{ args }}` (without a name), or a shortcode of Hugo. */
export type TagUse = {
  name: string;
  args: string;
  /** The text between a tag and its end; null for a tag that stands alone. */
  body: string | null;
  /** Whether nothing else stands in its line. */
  alone: boolean;
};

export type TagRules = {
  /** Pairs of signs that enclose a tag, longest first. */
  signs: readonly (readonly [open: string, close: string])[];
  /** The sign before the name of an end: "end" or "/". */
  end: "end" | "/";
  /** Tags with a body, in which nothing is replaced before `replace` gets it. */
  enclosing: ReadonlySet<string>;
  /** What stands instead; null for a tag that is not known. */
  replace(use: TagUse): string | null;
};

/** The longest tag that is looked at. */
const MAX_TAG = 4000;

/** Finds places in a text, each search continuing where the last one ended, so that a text is read once. */
class Places {
  readonly #next = new Map<string, number>();
  constructor(readonly text: string) {}

  /** The next place of a text at or after a place; -1 without one. */
  of(wanted: string, from: number): number {
    const known = this.#next.get(wanted);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.text.indexOf(wanted, from);
    this.#next.set(wanted, found);
    return found;
  }
}

export type Range = { from: number; to: number };

/** Where blocks of code stand. */
export function codeBlocks(text: string): Range[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const tokens: Token[] = [];
  // The inside of paragraphs is not needed.
  parser.block.parse(text, parser, {}, tokens);
  return tokens.flatMap(({ type, map }) =>
    (type === "fence" || type === "code_block") && map
      ? [{ from: starts[map[0]] ?? 0, to: starts[map[1]] ?? text.length }]
      : [],
  );
}

/** The ends of spans of code by the place of the backticks that open them. */
function codeSpans(text: string): (from: number, ticks: number) => number {
  const byLength = new Map<number, number[]>();
  for (const { 0: ticks, index } of text.matchAll(/`+/g)) {
    const places = byLength.get(ticks.length);
    if (places) places.push(index);
    else byLength.set(ticks.length, [index]);
  }
  const next = new Map<number, number>();
  const places = new Places(text);
  return (from, ticks) => {
    const all = byLength.get(ticks) ?? [];
    let i = next.get(ticks) ?? 0;
    while (i < all.length && (all[i] ?? 0) <= from) i += 1;
    next.set(ticks, i);
    const [close, blank] = [all[i] ?? -1, places.of("\n\n", from)];
    return close < 0 || (blank >= 0 && blank < close) ? from + ticks : close + ticks;
  };
}

/** The ends of tags with a body, by name, in order. */
function endsOf(text: string, { end }: TagRules): (name: string, from: number) => Range | null {
  const ends = new Map<string, Range[]>();
  const pattern = end === "end" ? /\{%-? *end(\w+) *-?%\}/g : /\{\{[<%] *\/ *([\w./-]+) *[>%]\}\}/g;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(pattern)) {
    const range = { from: index, to: index + whole.length };
    const own = ends.get(name);
    if (own) own.push(range);
    else ends.set(name, [range]);
  }
  const next = new Map<string, number>();
  return (name, from) => {
    const own = ends.get(name) ?? [];
    let i = next.get(name) ?? 0;
    while (i < own.length && (own[i]?.from ?? 0) < from) i += 1;
    next.set(name, i);
    return own[i] ?? null;
  };
}

/** Looks only a little way around, since a line may be as long as the text. */
function isAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 20), from);
  const after = text.slice(to, to + 20);
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*(?:\n|$)/.test(after);
}

/** Replaces the tags of a template language outside of code. Unknown ones stay; their names are given back. */
export function replaceTags(text: string, rules: TagRules): { text: string; unknown: string[] } {
  if (!rules.signs.some(([open]) => text.includes(open))) return { text, unknown: [] };
  const blocks = codeBlocks(text);
  const [spanEnd, places, endOf] = [codeSpans(text), new Places(text), endsOf(text, rules)];
  const unknown = new Set<string>();
  const pieces: string[] = [];
  let [at, done, block] = [0, 0, 0];
  for (;;) {
    const starts = [...rules.signs.map(([open]) => open), "`"].map((sign) => places.of(sign, at)).filter((n) => n >= 0);
    const from = Math.min(...starts);
    if (!Number.isFinite(from)) break;
    while (blocks[block] && (blocks[block]?.from ?? 0) < at) block += 1;
    const code = blocks[block];
    if (code && code.from <= from) {
      at = Math.max(code.to, at + 1);
      continue;
    }
    if (text[from] === "`") {
      let ticks = 1;
      while (text[from + ticks] === "`") ticks += 1;
      at = text[from - 1] === "\\" ? from + ticks : spanEnd(from, ticks);
      continue;
    }
    const [open, close] = rules.signs.find(([sign]) => text.startsWith(sign, from)) ?? ["", ""];
    const stop = places.of(close, from + open.length);
    if (stop < 0 || stop - from > MAX_TAG) {
      at = from + open.length;
      continue;
    }
    const inner = text
      .slice(from + open.length, stop)
      .replace(/^-/, "")
      .replace(/-$/, "")
      .trim();
    const isExpression = open === "{{";
    const [, name = "", args = ""] = isExpression ? ["", "", inner] : (/^(\/?[\w./-]*)([^]*)$/.exec(inner) ?? []);
    const bare = name.replace(/\/$/, "");
    const end = rules.enclosing.has(bare) ? endOf(bare, stop) : null;
    const to = end?.to ?? stop + close.length;
    const body = end && text.slice(stop + close.length, end.from);
    const replaced = rules.replace({ name: bare, args: args.trim(), body, alone: isAlone(text, from, to) });
    if (replaced === null) {
      unknown.add(isExpression ? (inner.split(/[\s|]/, 1)[0] ?? "") : bare.replace(/^\/|^end/, ""));
      at = stop + close.length;
      continue;
    }
    pieces.push(text.slice(done, from), replaced);
    at = done = to;
  }
  return { text: pieces.join("") + text.slice(done), unknown: [...unknown].filter(Boolean) };
}

/** The words of a tag's arguments, with quotes taken off; `name=value` and `name:value` are named. */
export function wordsOf(args: string): { words: string[]; named: Map<string, string> } {
  const words: string[] = [];
  const named = new Map<string, string>();
  for (const [, name, double, single, tick, plain] of args.matchAll(
    /(?:([\w-]+)[=:](?!\/\/))?(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|(\S+))/g,
  )) {
    const value = double?.replace(/\\(.)/g, "$1") ?? single ?? tick ?? plain ?? "";
    if (name === undefined) words.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { words, named };
}

/** A block of code. */
export function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language.replace(/[\s`]/g, "")}\n${code.replace(/^[ \t]*\n|\n[ \t]*$/g, "")}\n${fence}`;
}

/** A block that begins and ends a line, wherever its tag stood. */
export const asBlock = (block: string, { alone }: TagUse): string => (alone ? block : `\n\n${block}\n\n`);

const escaped = (text: string): string => text.replace(/[\\[\]]/g, "\\$&");
const target = (address: string): string =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address;

export const linkTo = (address: string, text: string): string => `[${escaped(text)}](${target(address)})`;
export const picture = (address: string, alt: string, title = ""): string =>
  `![${escaped(alt)}](${target(address)}${title === "" ? "" : ` "${title.replace(/["\\]/g, "\\$&")}"`})`;
export const quoted = (text: string): string =>
  text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

const isId = (id: string): boolean => /^[\w-]{1,40}$/.test(id);

/** The player of a video, by the name of its host and the video's identifier. */
export function player(host: "youtube" | "vimeo", id: string): string | null {
  if (!isId(id)) return null;
  const src =
    host === "youtube" ? `https://www.youtube-nocookie.com/embed/${id}` : `https://player.vimeo.com/video/${id}`;
  return `<iframe src="${src}" allowfullscreen></iframe>`;
}
