import { MarkupScanner, voidTags } from "../../../../text/html/markup-scanner";
import { embedHtml, linkHtml } from "../html/writing";

const list = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that stand between paragraphs, as in WordPress' own rules. */
const blocks = list(
  "table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure figcaption details menu summary",
);
/** Their content stays as it is. */
const verbatim = list("pre script style textarea svg math select object audio video iframe noscript template");
/** They hold other blocks only, so text in them is left alone. */
const frames = list("table thead tfoot tbody tr colgroup ul ol dl menu map");
/** They hold one line of text, so a paragraph cannot stand in them. */
const lines = list("h1 h2 h3 h4 h5 h6 summary legend caption figcaption dt");

const endsWithBreak = (line: string): boolean => /<br\s{0,9}\/?>$/i.test(line.slice(-20));
const address = /^https?:\/\/[^\s<>"]+$/;

const decodedSigns = (text: string): string => text.replaceAll("&#038;", "&").replaceAll("&amp;", "&");

type Part = { isText: boolean; html: string };

type Line = { html: string; hasInk: boolean };

/** Splits at line breaks in text; those in tags do not count. Of blank lines in a row two count: a text may be nothing else. */
function linesOf(parts: readonly Part[]): Line[] {
  const all: Line[] = [];
  let [pieces, hasInk, blanks]: [string[], boolean, number] = [[], false, 0];
  const end = () => {
    const html = pieces.join("").trim();
    blanks = hasInk || html !== "" ? 0 : blanks + 1;
    if (blanks <= 2) all.push({ html, hasInk });
    [pieces, hasInk] = [[], false];
  };
  const add = (html: string, isInk: boolean) => {
    if (html !== "") pieces.push(html);
    hasInk ||= isInk;
  };
  for (const { isText, html } of parts) {
    if (!isText) {
      add(html, !html.startsWith("<!--"));
      continue;
    }
    let from = 0;
    for (let to = html.indexOf("\n"); to >= 0; from = to + 1, to = html.indexOf("\n", from)) {
      const text = html.slice(from, to);
      add(text, text.trim() !== "");
      end();
    }
    const text = html.slice(from);
    add(text, text.trim() !== "");
  }
  end();
  return all;
}

/** Builds the text with its paragraphs; `#open` are the blocks around the present place. */
class Builder {
  readonly #out: string[] = [];
  #parts: Part[] = [];
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();

  /** What is made of an address that is alone in its line. */
  constructor(readonly alone: (address: string) => string) {}

  text(html: string): void {
    this.#parts.push({ isText: true, html });
  }

  inline(html: string): void {
    this.#parts.push({ isText: false, html });
  }

  /** A block that is finished. */
  whole(html: string): void {
    this.#flush();
    if (this.#open.at(-1) === "p") this.#pop();
    this.#out.push(html, "\n");
  }

  enter(name: string, tag: string): void {
    this.#flush();
    const top = this.#open.at(-1);
    // As a browser does.
    if (top === "p" || (top === "li" && name === "li")) this.#pop();
    this.#out.push(tag);
    if (voidTags.has(name)) return void this.#out.push("\n");
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  leave(name: string, tag: string): void {
    this.#flush();
    this.#out.push(tag, "\n");
    if ((this.#counts.get(name) ?? 0) === 0) return;
    while (this.#pop() !== name);
  }

  end(): string {
    this.#flush();
    return this.#out.join("").trim();
  }

  #pop(): string | undefined {
    const name = this.#open.pop();
    if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return name;
  }

  #flush(): void {
    const parts = this.#parts;
    if (parts.length === 0) return;
    this.#parts = [];
    const parent = this.#open.at(-1);
    if (parent !== undefined && frames.has(parent)) {
      const written = parts.map(({ html }) => html).join("");
      if (written.trim() !== "") this.#out.push(written);
      return;
    }
    const all = linesOf(parts);
    const paragraphs: string[][] = [[]];
    for (const { html, hasInk } of all)
      if (hasInk) paragraphs.at(-1)?.push(address.test(html) ? this.alone(decodedSigns(html)) : html);
      else {
        if (html !== "") this.#out.push(html);
        if ((paragraphs.at(-1)?.length ?? 0) > 0) paragraphs.push([]);
      }
    const texts = paragraphs.filter((each) => each.length > 0).map((each) => this.#joined(each));
    const first = all[0]?.hasInk === true;
    const last = all.at(-1)?.hasInk === true;
    this.#write(texts, parent, (texts.length > 1 || !first || !last) && all.length > 2);
  }

  #joined(all: readonly string[]): string {
    return all
      .map((line, i) => (i === all.length - 1 ? line : `${line}${endsWithBreak(line) ? "" : "<br>"}\n`))
      .join("");
  }

  #write(texts: readonly string[], parent: string | undefined, hasBlankLine: boolean): void {
    if (texts.length === 0) return;
    if (parent === "p") this.#out.push(texts.join("</p>\n<p>"));
    else if (parent !== undefined && lines.has(parent)) this.#out.push(texts.join("<br><br>\n"));
    else if (parent === undefined || parent === "blockquote" || hasBlankLine)
      for (const text of texts) this.#out.push(`<p>${text}</p>\n`);
    else this.#out.push(texts.join("\n"));
  }
}

/**
 * WordPress' rules for texts of its classic editor: a blank line parts paragraphs, a single line break is one. An
 * address alone in its line is a player, or a link. Takes time in proportion to the length.
 */
export function withParagraphs(html: string, { players = true } = {}): string {
  const scanner = new MarkupScanner(html);
  const builder = new Builder((alone) => (players ? embedHtml(alone) : linkHtml(alone, alone)));
  let kept: { name: string; from: number; depth: number } | undefined;
  const finish = (to: number) => {
    if (!kept) return;
    const whole = html.slice(kept.from, to);
    if (blocks.has(kept.name)) builder.whole(whole);
    else builder.inline(whole);
    kept = undefined;
  };
  for (let piece = scanner.next(); piece; piece = scanner.next()) {
    const { kind, name, from, to } = piece;
    if (kept) {
      if (name === kept.name && kind !== "text") kept.depth += kind === "open" ? 1 : -1;
      if (kept.depth === 0) finish(to);
    } else if (kind === "open" && verbatim.has(name)) kept = { name, from, depth: 1 };
    else if (kind === "text") builder.text(html.slice(from, to));
    else if (kind === "comment" || !blocks.has(name)) builder.inline(html.slice(from, to));
    else if (kind === "open") builder.enter(name, html.slice(from, to));
    else builder.leave(name, html.slice(from, to));
  }
  finish(html.length);
  return builder.end();
}
