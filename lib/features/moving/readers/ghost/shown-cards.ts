import type { Element, ElementContent, RootContent } from "hast";
import { classesOf, element, isElement, textBelow } from "../../../../text/html/elements";
import { parsedWithin } from "../../../../text/html/parse-html";
import { elementsBelow, writeHtml } from "../../../../text/html/write-html";
import { depthOf } from "../../../../text/markdown/from-html";
import type { CardNotes } from "./cards";

/** Deeper texts are left as they are, as parsers recurse, and so are those of more elements. */
const [MAX_DEPTH, MOST_ELEMENTS] = [200, 100_000];

const has = (node: Element, name: string): boolean => classesOf(node).includes(name);

function below(node: Element, matches: (each: Element) => boolean): Element | undefined {
  for (const each of elementsBelow(node)) if (matches(each)) return each;
  return undefined;
}

const withClass = (node: Element, name: string) => below(node, (each) => has(each, name));
const withTag = (node: Element, name: string) => below(node, (each) => each.tagName === name);
const text = (value: string): ElementContent => ({ type: "text", value });
const wordsOf = (node: Element | undefined): string => (node ? textBelow(node).replace(/\s+/g, " ").trim() : "");

const figure = (inner: Element, caption: ElementContent[]): Element =>
  element("figure", {}, caption.length > 0 ? [inner, element("figcaption", {}, caption)] : [inner]);

const captionOf = (card: Element): ElementContent[] => withTag(card, "figcaption")?.children ?? [];

function bookmark(card: Element): Element | undefined {
  const link = withTag(card, "a");
  const address = link?.properties.href;
  if (!link || typeof address !== "string") return undefined;
  const title = wordsOf(withClass(link, "kg-bookmark-title")) || address;
  return figure(element("a", { href: address }, [text(title)]), captionOf(card));
}

function callout(card: Element): Element {
  const emoji = wordsOf(withClass(card, "kg-callout-emoji"));
  const words = withClass(card, "kg-callout-text")?.children ?? [];
  const line = element("p", {}, emoji === "" ? words : [text(`${emoji} `), ...words]);
  return element("div", { className: ["admonition", "admonition-note"], role: "note" }, [line]);
}

function toggle(card: Element): Element {
  const heading = withClass(card, "kg-toggle-heading-text")?.children ?? [];
  const content = withClass(card, "kg-toggle-content")?.children ?? [];
  return element("details", {}, [element("summary", {}, heading), ...content]);
}

function audio(card: Element): Element | undefined {
  const source = withTag(card, "audio")?.properties.src;
  const title = wordsOf(withClass(card, "kg-audio-title"));
  if (typeof source !== "string") return undefined;
  return figure(element("audio", { controls: true, src: source }), title === "" ? [] : [text(title)]);
}

function video(card: Element): Element | undefined {
  const source = withTag(card, "video")?.properties.src;
  const poster = card.properties.dataKgCustomThumbnail || card.properties.dataKgThumbnail;
  if (typeof source !== "string") return undefined;
  const properties = { controls: true, src: source, ...(typeof poster === "string" && poster !== "" && { poster }) };
  return figure(element("video", properties), captionOf(card));
}

function file(card: Element): Element | undefined {
  const address = withTag(card, "a")?.properties.href;
  if (typeof address !== "string") return undefined;
  const title = wordsOf(withClass(card, "kg-file-card-title")) || wordsOf(withClass(card, "kg-file-card-filename"));
  return element("p", {}, [element("a", { href: address }, [text(title || address)])]);
}

/** The classes of cards as Ghost shows them, and what they become here; undefined leaves a card as it is. */
const makers: [string, (card: Element) => Element | undefined][] = [
  ["kg-bookmark-card", bookmark],
  ["kg-callout-card", callout],
  ["kg-toggle-card", toggle],
  ["kg-audio-card", audio],
  ["kg-video-card", video],
  ["kg-file-card", file],
];
/** They ask for a subscription. */
const removed: [string, string][] = [
  ["kg-signup-card", "signup"],
  ["kg-email-card", "email"],
  ["kg-email-cta-card", "email-cta"],
  ["kg-cta-email-only", "email-cta"],
];

function changed(nodes: (RootContent | ElementContent)[], notes: CardNotes): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "text") return [node];
    if (node.type !== "element") return [];
    const gone = removed.find(([name]) => has(node, name));
    if (gone) {
      notes.removed.set(gone[1], (notes.removed.get(gone[1]) ?? 0) + 1);
      return [];
    }
    // Stars of products and the like.
    if (isElement(node, "svg", "button")) return [];
    const made = makers.find(([name]) => has(node, name))?.[1](node);
    return [{ ...(made ?? node), children: changed((made ?? node).children, notes) }];
  });
}

/** Ghost's HTML, in which cards that need its own styles and scripts have become plain elements. */
export function withPlainCards(html: string, notes: CardNotes): string {
  if (!html.includes("kg-") || depthOf(html) > MAX_DEPTH) return html;
  const root = parsedWithin(html, MOST_ELEMENTS);
  if (root === null) return html;
  return writeHtml({ type: "root", children: changed(root.children, notes) });
}
