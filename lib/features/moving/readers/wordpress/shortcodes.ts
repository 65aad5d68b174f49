import { MarkupScanner } from "../../../../text/html/markup-scanner";
import { plainTextOf } from "../../../../text/html/plain-text";
import { embedHtml, codeHtml } from "../html/writing";
import { captionHtml, galleryHtml, type MediaContext, playerOf, playlistHtml } from "./media-shortcodes";
import { type Shortcode, shortcodesIn } from "./shortcode-marks";

export type ShortcodeContext = MediaContext & {
  /** Names of shortcodes that stay as they are. */
  unknown: Set<string>;
};

export type Expanded = {
  html: string;
  /** The words before `<!--more-->`; null without one. */
  teaser: string | null;
};

const codes = new Set(["code", "sourcecode"]);
const enclosing = new Set(["caption", "wp_caption", "embed", "audio", "video", "playlist", "gallery"]);

/** A name that is more than a word in brackets. */
const looksLikeOne = ({ name, attributes, isClosing }: Shortcode): boolean =>
  isClosing || attributes.size > 0 || /[_\d-]/.test(name);

type Open = { mark: Shortcode; source: string; at: number };

/** Goes once over a text; `#open` are shortcodes whose end was not met yet, with their place in the result. */
class Expander {
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  readonly #counts = new Map<string, number>();
  readonly #scanner: MarkupScanner;
  #teaser: string | null = null;
  /** Names of codes of which no end follows any more. */
  readonly #endless = new Set<string>();

  constructor(
    readonly html: string,
    readonly context: ShortcodeContext,
  ) {
    this.#scanner = new MarkupScanner(html);
  }

  run(): Expanded {
    for (let piece = this.#scanner.next(); piece; piece = this.#scanner.next()) {
      const source = this.html.slice(piece.from, piece.to);
      if (piece.kind === "comment") this.#comment(source);
      else if (piece.kind === "text" && piece.name === "" && source.includes("[")) this.#text(source, piece.from);
      else this.#out.push(source);
    }
    while (this.#open.length > 0) this.#giveUp();
    return { html: this.#out.join(""), teaser: this.#teaser };
  }

  #comment(source: string): void {
    const text = source.slice(4, -3).trim();
    if (/^more\b/.test(text)) this.#teaser ??= plainTextOf(this.#out.join(""));
    else if (text === "nextpage") this.#out.push("<hr>");
    else if (text !== "noteaser") this.#out.push(source);
  }

  #text(source: string, offset: number): void {
    let at = 0;
    for (const mark of shortcodesIn(source)) {
      if (mark.from < at) continue;
      this.#out.push(source.slice(at, mark.from));
      const written = source.slice(mark.from, mark.to);
      at = mark.to;
      if (mark.isEscaped) this.#out.push(written.slice(1, -1));
      else if (codes.has(mark.name) && !mark.isClosing) {
        const end = this.#code(mark, written, offset + at);
        // The rest of this text is read again from there, as the code may have held tags.
        if (end !== null) return this.#scanner.moveTo(end);
      } else this.#mark(mark, written);
    }
    this.#out.push(source.slice(at));
  }

  /** Code up to its closing tag, whatever is in it; where it ends, or null without an end. */
  #code({ name, attributes, values }: Shortcode, written: string, from: number): number | null {
    const closing = `[/${name}]`;
    const end = this.#endless.has(name) ? -1 : this.html.indexOf(closing, from);
    if (end < 0) {
      this.#endless.add(name);
      this.#out.push(written);
      return null;
    }
    const code = this.html
      .slice(from, end)
      .replace(/^\r?\n/, "")
      .trimEnd();
    const language = attributes.get("language") ?? attributes.get("lang") ?? values[0]?.replace(/^=/, "") ?? "";
    this.#out.push(codeHtml(decoded(code), language));
    return end + closing.length;
  }

  #mark(mark: Shortcode, source: string): void {
    const { name } = mark;
    if (!enclosing.has(name)) {
      if (looksLikeOne(mark)) this.context.unknown.add(name);
      this.#out.push(source);
    } else if (!mark.isClosing) {
      // Of those that need no end, one that follows shows that there was none.
      if (!/^(?:wp_)?caption$|^embed$/.test(name)) while (this.#open.at(-1)?.mark.name === name) this.#giveUp();
      this.#open.push({ mark, source, at: this.#out.length });
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      this.#out.push("");
    } else this.#close(name, source);
  }

  #close(name: string, source: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return void this.#out.push(source);
    while (this.#open.at(-1)?.mark.name !== name) this.#giveUp();
    const open = this.#pop();
    if (!open) return;
    const inner = this.#out.splice(open.at).join("");
    this.#out.push(this.#whole(open.mark, inner) ?? open.source + inner + source);
  }

  /** Closes the innermost one without an end: it stands alone, or was only text. */
  #giveUp(): void {
    const open = this.#pop();
    if (!open) return;
    const alone = /^(?:wp_)?caption$|^embed$/.test(open.mark.name) ? null : this.#whole(open.mark, "");
    this.#out[open.at] = alone ?? open.source;
  }

  #pop(): Open | undefined {
    const open = this.#open.pop();
    if (open) this.#counts.set(open.mark.name, (this.#counts.get(open.mark.name) ?? 1) - 1);
    return open;
  }

  #whole(mark: Shortcode, inner: string): string | null {
    switch (mark.name) {
      case "caption":
      case "wp_caption":
        return captionHtml(mark, inner);
      case "embed":
        return embedHtml(mark.attributes.get("src") ?? plainTextOf(inner));
      case "gallery":
        return galleryHtml(mark, this.context) + inner;
      case "playlist":
        return playlistHtml(mark, this.context) + inner;
      default:
        return playerOf(mark, inner);
    }
  }
}

const entities: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  "#039": "'",
  "#39": "'",
  "#91": "[",
  "#93": "]",
};

/** Code whose signs were written as entities. */
const decoded = (code: string): string =>
  code.replace(/&(lt|gt|quot|amp|#0?39|#9[13]);/g, (whole, name: string) => entities[name] ?? whole);

/** Puts what shortcodes show in their places. They count in text only, not in tags. */
export const withoutShortcodes = (html: string, context: ShortcodeContext): Expanded =>
  new Expander(html, context).run();
