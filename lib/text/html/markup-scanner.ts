/**
 * A part of HTML as it is written; `name` is that of a tag, in lower case, or of the element around text that is none
 * to read, such as a script.
 */
export type Piece = { kind: "text" | "open" | "close" | "comment"; from: number; to: number; name: string };

const LETTER = /[A-Za-z]/;
const [SPACE, DOUBLE, SINGLE, EQUALS, MORE] = [32, 34, 39, 61, 62];
const tagName = /[^\s/>]*/y;
/** Elements whose content is text up to their closing tag. */
const rawText = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
/** Elements without content. */
export const voidTags: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

/**
 * Finds where tags, comments and text stand in HTML, without changing or judging anything. It is for marks that other
 * systems put into HTML, such as shortcodes, which count in text only; what is shown is decided by the sanitiser. Each
 * character is looked at once, and nothing is nested.
 */
export class MarkupScanner {
  at: number;
  #raw: string | undefined;

  constructor(
    readonly html: string,
    from = 0,
  ) {
    this.at = from;
  }

  /** Goes on at another place, outside of any tag. */
  moveTo(at: number): void {
    this.at = at;
    this.#raw = undefined;
  }

  next(): Piece | undefined {
    const { html, at } = this;
    if (at >= html.length) return undefined;
    if (this.#raw !== undefined) {
      const name = this.#raw;
      const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi");
      closing.lastIndex = at;
      this.#raw = undefined;
      const end = closing.exec(html)?.index ?? html.length;
      if (end > at) return this.#piece("text", end, name);
    }
    if (html.charAt(at) === "<") {
      const second = html.charAt(at + 1);
      if (second === "!" || second === "?") return this.#comment();
      if (LETTER.test(second) || (second === "/" && LETTER.test(html.charAt(at + 2)))) return this.#tag();
    }
    const next = html.indexOf("<", at + 1);
    return this.#piece("text", next < 0 ? html.length : next);
  }

  #piece(kind: Piece["kind"], to: number, name = ""): Piece {
    const from = this.at;
    this.at = to;
    return { kind, from, to, name };
  }

  #comment(): Piece {
    const isComment = this.html.startsWith("<!--", this.at);
    const end = isComment ? this.html.indexOf("-->", this.at + 4) : this.html.indexOf(">", this.at);
    return this.#piece("comment", end < 0 ? this.html.length : end + (isComment ? 3 : 1));
  }

  #tag(): Piece {
    const { html } = this;
    const isClosing = html.charAt(this.at + 1) === "/";
    tagName.lastIndex = this.at + (isClosing ? 2 : 1);
    const name = (tagName.exec(html)?.[0] ?? "").toLowerCase();
    const end = this.#endOfTag(tagName.lastIndex);
    // A tag that never ends is text.
    if (end < 0) return this.#piece("text", html.length);
    if (!isClosing && rawText.has(name)) this.#raw = name;
    return this.#piece(isClosing ? "close" : "open", end + 1, name);
  }

  /** Where the `>` stands that is in no attribute's value. */
  #endOfTag(from: number): number {
    const { html } = this;
    for (let at = from; at < html.length; at += 1) {
      const sign = html.charCodeAt(at);
      if (sign === MORE) return at;
      if ((sign === DOUBLE || sign === SINGLE) && beginsValue(html, at)) {
        const close = html.indexOf(sign === DOUBLE ? '"' : "'", at + 1);
        if (close < 0) return -1;
        at = close;
      }
    }
    return -1;
  }
}

/** Whether a quote stands after `=`. */
function beginsValue(html: string, at: number): boolean {
  let before = at - 1;
  while (before > 0 && html.charCodeAt(before) <= SPACE) before -= 1;
  return html.charCodeAt(before) === EQUALS;
}

/** All parts in order. */
export function* piecesOf(html: string): Generator<Piece> {
  const scanner = new MarkupScanner(html);
  for (let piece = scanner.next(); piece; piece = scanner.next()) yield piece;
}
