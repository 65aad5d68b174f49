import { type DefaultTreeAdapterMap, Parser, type Token, Tokenizer, TokenizerMode } from "parse5";
import { inlineScripts, siteScript } from "../core/page-scripts";

/** Rounds after which a page in which scripts still turn up is refused; those of the program need one. */
const MOST_ROUNDS = 8;

type Attributes = readonly { name: string; value: string }[];

const valueOf = (attributes: Attributes, name: string) => attributes.find((each) => each.name === name)?.value;

/** Whether a script is one the program put there: its module, data that nothing runs, or a text it knows. */
function isOurs(attributes: Attributes, text: string): boolean {
  const type = valueOf(attributes, "type");
  if (attributes.length === 2) return type === "module" && valueOf(attributes, "src") === siteScript && text === "";
  return (
    attributes.length === 1 &&
    (type === "application/ld+json" || inlineScripts.some((known) => known.type === type && known.text === text))
  );
}

/** Whether a `<link>` only fetches a script in advance. */
function fetchesScript(attributes: Attributes): boolean {
  const rel = (valueOf(attributes, "rel") ?? "").toLowerCase().split(/\s+/);
  return rel.includes("modulepreload") || (valueOf(attributes, "as") ?? "").toLowerCase() === "script";
}

/**
 * Reads a page as browsers do, tree and all, since only the tree says where a script begins, and
 * notes what is to be left out: scripts that are not ours, what fetches them, and React's marks.
 */
class Reader extends Parser<DefaultTreeAdapterMap> {
  /** Begin and end of what is left out, in the order of the page. */
  readonly cuts: [number, number][] = [];
  /** Something was left out that the tree may have stood on, so what is left must be read again. */
  isUncertain = false;
  #script: { start: number; textStart: number; attributes: Attributes } | undefined;
  /** An empty `<div hidden>` so far, and where it would have to end. */
  #hidden: { start: number; end: number } | undefined;
  /** The `<select>` that is open and has held nothing but options so far. */
  #select: { start: number; end: number } | undefined;
  #seen = -1;

  constructor(private readonly page: string) {
    super();
    // The tokens' places are needed, those of the tree's nodes are not, and cost as much as all the rest.
    this.tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, this);
    this.tokenizer.write(page, true);
    if (this.#script) this.#cut(this.#script.start, page.length);
  }

  /** Whether the parser hands in a token for the first time; some are processed again by a later rule. */
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

  /** Browsers have come to read what stands in a `<select>` as they read all else, and this parser passes over it: one that holds more than options is left out. */
  #lookIntoSelect(tagName: string): void {
    if (!this.#select || tagName === "option" || tagName === "optgroup") return;
    this.#cutUncertain(this.#select.start, this.#select.end);
    this.#select = undefined;
  }

  /** HTML allows no empty address; a form without one is sent to the page it stands on as well. */
  #cutAttribute(token: Token.TagToken, name: string): void {
    const place = token.location?.attrs?.[name];
    if (place) this.#cut(place.startOffset, place.endOffset);
  }

  #cutUncertain(start: number, end: number): void {
    this.#cut(start, end);
    this.isUncertain = true;
  }
}

/** A page without these parts. What stood on both sides of one must not make a tag together. */
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

/** A page without the framework's inline scripts and the nonce. Only the framework knows the nonce of this rendering, so content cannot have written what holds it. */
function withoutMarked(page: string, nonce: string): string {
  const [first = "", ...rest] = page.split(`<script nonce="${nonce}">`);
  const left = first + rest.map((piece) => piece.split("</script>").slice(1).join("</script>")).join("");
  // Sheets carry it as well; left there, it would make the same page another one each time.
  return left.replaceAll(` nonce="${nonce}"`, "");
}

/** React stays on the server: of scripts, a plain page keeps those the program knows, whoever wrote the others. */
export function plain(html: string, nonce: string): string {
  let page = withoutMarked(html, nonce);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { cuts, isUncertain } = new Reader(page);
    page = without(page, cuts);
    if (!isUncertain) return page;
  }
  throw new Error("Scripts turn up in this page however often they are left out.");
}
