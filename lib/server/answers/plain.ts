import { type DefaultTreeAdapterMap, Parser, type Token, Tokenizer, TokenizerMode } from "parse5";
import { inlineScripts, siteScript } from "../../core/page-scripts";

/** Rounds after which a page that still has scripts is refused; the program's own pages need one. */
const MOST_ROUNDS = 8;

type Attributes = readonly { name: string; value: string }[];

const valueOf = (attributes: Attributes, name: string) => attributes.find((each) => each.name === name)?.value;

/** Whether a script is the program's own: its module, data that is not run, or a text it knows. */
function isOurs(attributes: Attributes, text: string): boolean {
  const type = valueOf(attributes, "type");
  if (attributes.length === 2) return type === "module" && valueOf(attributes, "src") === siteScript && text === "";
  return (
    attributes.length === 1 &&
    (type === "application/ld+json" || inlineScripts.some((known) => known.type === type && known.text === text))
  );
}

/** Whether a `<link>` only preloads a script. */
function fetchesScript(attributes: Attributes): boolean {
  const rel = (valueOf(attributes, "rel") ?? "").toLowerCase().split(/\s+/);
  return rel.includes("modulepreload") || (valueOf(attributes, "as") ?? "").toLowerCase() === "script";
}

/**
 * Parses a page as browsers do, since only the tree says where a script begins, and notes what to leave out: foreign
 * scripts, what loads them, and React's marks.
 */
class Reader extends Parser<DefaultTreeAdapterMap> {
  /** Begin and end of the left-out parts, in page order. */
  readonly cuts: [number, number][] = [];
  /** Whether a part was left out that the tree may depend on, so that the rest must be parsed again. */
  isUncertain = false;
  #script: { start: number; textStart: number; attributes: Attributes } | undefined;
  /** An empty `<div hidden>` so far, and where it would have to end. */
  #hidden: { start: number; end: number } | undefined;
  /** The open `<select>`, which contains only options so far. */
  #select: { start: number; end: number } | undefined;
  #seen = -1;

  constructor(private readonly page: string) {
    super();
    // Needs the places of tokens, not those of the tree's nodes, which cost as much as everything else.
    this.tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
    this.tokenizer.write(page, true);
    if (this.#script) this.#cut(this.#script.start, page.length);
  }

  /** Whether the parser passes a token for the first time; a later rule may process it again. */
  #isNew(token: Token.TagToken | Token.CommentToken): boolean {
    const start = token.location?.startOffset ?? 0;
    const isNew = start > this.#seen;
    this.#seen = Math.max(start, this.#seen);
    return isNew;
  }

  #cut(start: number, end: number): void {
    while ((this.cuts.at(-1)?.[0] ?? -1) >= start) this.cuts.pop();
    this.cuts.push([start, end]);
  }

  override onComment(token: Token.CommentToken): void {
    if (this.#isNew(token) && token.location) {
      const { startOffset, endOffset } = token.location;
      this.#cut(startOffset, endOffset);
      if (this.#hidden?.end === startOffset) this.#hidden.end = endOffset;
    }
    super.onComment(token);
  }

  override onStartTag(token: Token.TagToken): void {
    const isNew = this.#isNew(token);
    super.onStartTag(token);
    if (!isNew || !token.location) return;
    const { startOffset, endOffset } = token.location;
    const { tagName, attrs } = token;
    this.#lookIntoSelect(tagName);
    if (tagName === "select") this.#select = { start: startOffset, end: endOffset };
    if (tagName === "script") {
      if (this.tokenizer.state === TokenizerMode.SCRIPT_DATA)
        this.#script = { start: startOffset, textStart: endOffset, attributes: attrs };
      else this.#cutUncertain(startOffset, endOffset);
    } else if (tagName === "link" && fetchesScript(attrs)) this.#cut(startOffset, endOffset);
    else if (tagName === "form" && valueOf(attrs, "action") === "") this.#cutAttribute(token, "action");
    else if (tagName === "div" && attrs.length === 1 && valueOf(attrs, "hidden") === "")
      this.#hidden = { start: startOffset, end: endOffset };
  }

  override onEndTag(token: Token.TagToken): void {
    const isNew = this.#isNew(token);
    super.onEndTag(token);
    if (!isNew || !token.location) return;
    const { startOffset, endOffset } = token.location;
    if (token.tagName === "select") this.#select = undefined;
    else this.#lookIntoSelect(token.tagName);
    if (token.tagName === "script") {
      const script = this.#script;
      this.#script = undefined;
      if (!script) this.#cutUncertain(startOffset, endOffset);
      else if (!isOurs(script.attributes, this.page.slice(script.textStart, startOffset)))
        this.#cut(script.start, endOffset);
    } else if (token.tagName === "div" && this.#hidden?.end === startOffset) this.#cut(this.#hidden.start, endOffset);
  }

  /**
   * Browsers now parse the content of a `<select>` like any other, and this parser skips it: one with more than options
   * is left out.
   */
  #lookIntoSelect(tagName: string): void {
    if (!this.#select || tagName === "option" || tagName === "optgroup") return;
    this.#cutUncertain(this.#select.start, this.#select.end);
    this.#select = undefined;
  }

  /** HTML allows no empty address; a form without an action is sent to its own page as well. */
  #cutAttribute(token: Token.TagToken, name: string): void {
    const place = token.location?.attrs?.[name];
    if (place) this.#cut(place.startOffset, place.endOffset);
  }

  #cutUncertain(start: number, end: number): void {
    this.#cut(start, end);
    this.isUncertain = true;
  }
}

/** A page without these parts, whose neighbours must not join to a tag. */
function without(page: string, cuts: readonly [number, number][]): string {
  let left = "";
  let at = 0;
  for (const [start, end] of cuts) {
    left += page.slice(at, start);
    if (left.endsWith("<")) left = `${left.slice(0, -1)}&lt;`;
    at = end;
  }
  return left + page.slice(at);
}

/**
 * A page without the framework's inline scripts and the nonce. Only the framework knows this rendering's nonce, so
 * content cannot contain it.
 */
function withoutMarked(page: string, nonce: string): string {
  const [first = "", ...rest] = page.split(`<script nonce="${nonce}">`);
  const left = first + rest.map((piece) => piece.split("</script>").slice(1).join("</script>")).join("");
  // Style sheets carry it as well; left there, it would make every rendering differ.
  return left.replaceAll(` nonce="${nonce}"`, "");
}

/** The beginnings of all that may have to be left out. No browser makes an element of these without their letters. */
const suspects = /<(?:script|!--|select|link|div hidden=|form[^>]*action="")/gi;
const knownScripts = [
  `<script type="module" src="${siteScript}"></script>`,
  ...inlineScripts.map(({ type, text }) => `<script type="${type}">${text}</script>`),
];
const dataBegins = '<script type="application/ld+json">';

/** Where the program's own script that begins here ends, or a link that fetches no script; -1 for all else. */
function endOfOurs(page: string, at: number): number {
  if (page.startsWith("<link", at)) {
    const end = page.indexOf(">", at);
    return end < 0 || /\bas\s*=\s*["']?script|modulepreload|&/i.test(page.slice(at, end)) ? -1 : end;
  }
  const known = knownScripts.find((script) => page.startsWith(script, at));
  if (known) return at + known.length;
  if (!page.startsWith(dataBegins, at)) return -1;
  const end = page.indexOf("<", at + 1);
  return page.startsWith("</script>", end) ? end : -1;
}

/**
 * Whether a page has nothing to leave out, told without parsing: wherever a script could begin stands one of ours, to the
 * letter. Most public pages are so.
 */
export function isPlain(page: string): boolean {
  suspects.lastIndex = 0;
  for (let found = suspects.exec(page); found; found = suspects.exec(page)) {
    const end = endOfOurs(page, found.index);
    if (end < 0) return false;
    suspects.lastIndex = end;
  }
  return true;
}

/** Removes every script from a plain page except those the program knows. */
export function plain(html: string, nonce: string): string {
  let page = withoutMarked(html, nonce);
  if (isPlain(page)) return page;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { cuts, isUncertain } = new Reader(page);
    page = without(page, cuts);
    if (!isUncertain) return page;
  }
  throw new Error("Scripts turn up in this page however often they are left out.");
}
