import { attribute, escaped, figureHtml, imageHtml } from "../html/writing";
import { type Card, cardHtml, type CardNotes, isCut } from "./cards";

type Document = { markups: unknown[]; atoms: unknown[]; cards: unknown[]; sections: unknown[] };

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isRecord = (value: unknown): value is Card =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const inlineTags = new Set("a b strong i em s u code sub sup mark del span".split(" "));
const blockTags = new Set("p h1 h2 h3 h4 h5 h6 blockquote aside pull-quote".split(" "));

function read(source: string): Document | null {
  try {
    const value: unknown = JSON.parse(source);
    if (!isRecord(value) || !Array.isArray(value.sections)) return null;
    const { markups, atoms, cards, sections } = value;
    return { markups: listOf(markups), atoms: listOf(atoms), cards: listOf(cards), sections: listOf(sections) };
  } catch {
    return null;
  }
}

function openingTag(markup: unknown): { open: string; close: string } {
  const [name, attributes] = listOf(markup);
  const tag = inlineTags.has(textOf(name)) ? textOf(name) : "span";
  const pairs = listOf(attributes).map(textOf);
  const href = pairs.indexOf("href");
  return { open: `<${tag}${attribute("href", href < 0 ? "" : (pairs[href + 1] ?? ""))}>`, close: `</${tag}>` };
}

/** A line of text with its marks. */
function line(markers: unknown, { markups, atoms }: Document): string {
  const out: string[] = [];
  const open: string[] = [];
  for (const marker of listOf(markers)) {
    const [type, opened, closed, value] = listOf(marker);
    for (const index of listOf(opened)) {
      const tags = openingTag(typeof index === "number" ? markups[index] : undefined);
      out.push(tags.open);
      open.push(tags.close);
    }
    if (type === 0) out.push(escaped(textOf(value)));
    else {
      const [name, words] = listOf(typeof value === "number" ? atoms[value] : undefined);
      out.push(name === "soft-return" ? "<br>" : escaped(textOf(words)));
    }
    for (let count = typeof closed === "number" ? Math.min(closed, open.length) : 0; count > 0; count -= 1)
      out.push(open.pop() ?? "");
  }
  return out.join("") + open.toReversed().join("");
}

function cardOf(document: Document, index: unknown): { name: string; card: Card } {
  const [name, card] = listOf(typeof index === "number" ? document.cards[index] : undefined);
  return { name: textOf(name), card: isRecord(card) ? card : {} };
}

function sectionHtml(section: unknown, document: Document, notes: CardNotes): string {
  const [type, first, second] = listOf(section);
  if (type === 1) {
    const tag = blockTags.has(textOf(first)) ? textOf(first).replace(/^(?:aside|pull-quote)$/, "blockquote") : "p";
    return `<${tag}>${line(second, document)}</${tag}>`;
  }
  if (type === 2) return figureHtml(imageHtml(textOf(first), ""), "");
  if (type === 3) {
    const tag = first === "ol" ? "ol" : "ul";
    const items = listOf(second).map((item) => `<li>${line(item, document)}</li>`);
    return `<${tag}>${items.join("")}</${tag}>`;
  }
  if (type !== 10) return "";
  const { name, card } = cardOf(document, first);
  return cardHtml(name, card, notes);
}

/** A text of Ghost's earlier editor as HTML; null where it cannot be read. */
export function mobiledocHtml(source: string, notes: CardNotes): string | null {
  const document = read(source);
  if (!document) return null;
  return document.sections.map((section) => sectionHtml(section, document, notes)).join("\n");
}

const isEmpty = (section: unknown): boolean => {
  const [type, , markers] = listOf(section);
  return type === 1 && listOf(markers).length === 0;
};

/** The Markdown of a text that is nothing but one card of it; null for others. */
export function mobiledocMarkdown(source: string, notes: CardNotes): string | null {
  const document = read(source);
  const [only, ...others] = document ? document.sections.filter((section) => !isEmpty(section)) : [];
  if (!document || others.length > 0 || listOf(only)[0] !== 10) return null;
  const { name, card } = cardOf(document, listOf(only)[1]);
  if (name !== "markdown" && name !== "card-markdown") return null;
  return isCut(card, notes) ? "" : textOf(card.markdown);
}
