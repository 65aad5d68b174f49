import { attributesIn } from "../html/html-tokens";
import { MarkupScanner, type Piece } from "../html/markup-scanner";

const signs = /[\\`*_[\]<]|&(?=[#\w])/g;
const webAddress = /(https?:\/\/[^\s<>"]+)/;

/** Text as Markdown that means nothing but itself; addresses in it become links, as in any comment. */
export const escapedMarkdown = (text: string): string =>
  text
    .split(webAddress)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(signs, String.raw`\$&`);
      return /[\\`*_[\]&]/.test(part) ? `<${part}>` : part;
    })
    .join("")
    .replace(/^([^\S\n]{0,20})([-+>~=#])/gm, String.raw`$1\$2`)
    .replace(/^([^\S\n]{0,20}\d{1,9})([.)])/gm, String.raw`$1\$2`);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

/** The character that an entity stands for; null for those that mean something else in HTML, or are not known. */
function characterOf(decimal: string | undefined, hex: string | undefined, name: string | undefined): string | null {
  if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? null) : null;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isPlain = code >= 0xa0 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : code >= 0x20 && code < 0x7f;
  return isPlain ? String.fromCodePoint(code) : null;
}

/** The text with its entities decoded; null where one is not known. */
function decoded(text: string): string | null {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: whole, 1: decimal, 2: hex, 3: name, index } of text.matchAll(entity)) {
    const character = characterOf(decimal, hex, name);
    if (character === null) return null;
    parts.push(text.slice(at, index), character);
    at = index + whole.length;
  }
  return parts.join("") + text.slice(at);
}

const marks: Record<string, string> = { em: "*", i: "*", strong: "**", b: "**" };
const address = /^https?:\/\/[^\s()<>\\*_[\]&"]+$/;

/** Builds Markdown of paragraphs with a mark or a link here and there; gives up at anything else. */
class Writer {
  readonly #out: string[] = [];
  #last = "";
  #open: { tag: string; inner: string; href: string } | null = null;
  /** A mark or link was closed, so that no letter may follow. */
  #isAfterMark = false;

  text(source: string): boolean {
    const text = decoded(source.replace(/[ \t\r\n\f]+/g, " "));
    if (text === null) return false;
    if (this.#open) {
      this.#open.inner += text;
      return true;
    }
    if (this.#isAfterMark && !/^(?:$|[\s.,;:!?)])/.test(text)) return false;
    if (text !== "") this.#isAfterMark = false;
    return this.#put(text);
  }

  tag({ kind, name, from, to }: Piece, html: string): boolean {
    if (name === "p" && !this.#open) return this.#put(kind === "open" ? "" : "\n\n", false);
    if (name === "br" && !this.#open) return this.#put("\n", false);
    if (name !== "a" && !Object.hasOwn(marks, name)) return false;
    if (kind === "close") return this.#close(name);
    // Before a mark there is a blank, or nothing.
    if (this.#open || this.#isAfterMark || !/^(?:|[\s(])$/.test(this.#last)) return false;
    const found = attributesIn(html.slice(from, to));
    const href = found.find((each) => each.name === "href")?.value ?? "";
    if (name === "a" && (!address.test(href) || found.some((each) => each.name === "title"))) return false;
    this.#open = { tag: name, inner: "", href };
    return true;
  }

  #close(name: string): boolean {
    const open = this.#open;
    this.#open = null;
    // Marks work beside letters only.
    if (open?.tag !== name || !/^[\p{L}\p{N}](?:[^\n]*[\p{L}\p{N}])?$/u.test(open.inner)) return false;
    const inner = open.inner.replace(signs, String.raw`\$&`);
    const mark = marks[name] ?? "";
    this.#put(name === "a" ? `[${inner}](${open.href})` : mark + inner + mark, false);
    this.#isAfterMark = true;
    return true;
  }

  #put(text: string, isText = true): boolean {
    if (text === "") return true;
    this.#out.push(isText ? escapedMarkdown(text) : text);
    this.#last = text.slice(-1);
    return true;
  }

  end(): string | null {
    return this.#open
      ? null
      : this.#out
          .join("")
          .replace(/\n\n\s+/g, "\n\n")
          .replace(/\n(?!\n)[^\S\n]+/g, "\n")
          .trim();
  }
}

/**
 * Simple HTML, such as nearly all comments are, as Markdown without trees; null for HTML that needs them. A hundred
 * thousand comments are read so in seconds.
 */
export function simpleMarkdown(html: string): string | null {
  const scanner = new MarkupScanner(html);
  const writer = new Writer();
  for (let piece = scanner.next(); piece; piece = scanner.next()) {
    const isTaken =
      piece.kind === "text"
        ? piece.name === "" && writer.text(html.slice(piece.from, piece.to))
        : piece.kind !== "comment" && writer.tag(piece, html);
    if (!isTaken) return null;
  }
  return writer.end();
}
