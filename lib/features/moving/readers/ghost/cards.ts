import { parseMarkdown } from "../../../../text/markdown/markdown";
import { writeHtml } from "../../../../text/html/write-html";
import {
  attribute,
  audioHtml,
  codeHtml,
  embedHtml,
  escaped,
  figureHtml,
  imageHtml,
  linkHtml,
  videoHtml,
} from "../html/writing";
import { isGated } from "./gates";

export type Card = Record<string, unknown>;

/** What is said of the cards of a text. */
export type CardNotes = {
  /** Whether parts that not everybody saw are to be cut. */
  cutGated: boolean;
  cut: number;
  /** Such parts that stay, because nobody else reads the text. */
  kept: number;
  /** Names of cards that are removed, with their number. */
  removed: Map<string, number>;
};

const isRecord = (value: unknown): value is Card =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (card: Card, ...names: string[]): string => {
  for (const name of names) if (typeof card[name] === "string" && card[name] !== "") return card[name];
  return "";
};

const withLink = (html: string, address: string): string =>
  address === "" ? html : `<a${attribute("href", address)}>${html}</a>`;

const figure = (inner: string, card: Card): string => figureHtml(inner, text(card, "caption"));

const button = (card: Card): string => {
  const [label, address] = [text(card, "buttonText", "productButton"), text(card, "buttonUrl", "productUrl")];
  return label === "" || address === "" ? "" : `<p>${linkHtml(address, label)}</p>`;
};

const image = (card: Card): string =>
  text(card, "src") === ""
    ? ""
    : figure(withLink(imageHtml(text(card, "src"), text(card, "alt")), text(card, "href")), card);

function gallery(card: Card): string {
  const images = Array.isArray(card.images) ? card.images.filter(isRecord) : [];
  return (
    images.map((each) => image({ ...each, caption: "" })).join("") +
    (text(card, "caption") && `<p>${text(card, "caption")}</p>`)
  );
}

function bookmark(card: Card): string {
  const metadata = isRecord(card.metadata) ? card.metadata : {};
  const address = text(card, "url") || text(metadata, "url");
  return address === ""
    ? ""
    : figure(linkHtml(address, text(metadata, "title") || text(card, "title") || address), card);
}

function embed(card: Card): string {
  const html = text(card, "html");
  const address = text(card, "url");
  if (address === "") return html;
  const player = embedHtml(address);
  // What is no player of ours may still be a quoted text, such as a tweet.
  return figure(player.startsWith("<iframe") || !/<blockquote[\s>]/.test(html) ? player : html, card);
}

const calloutHtml = (inner: string): string =>
  `<div class="admonition admonition-note" role="note"><p>${inner}</p></div>`;

const toggleHtml = (heading: string, inner: string): string =>
  `<details><summary>${heading}</summary>${inner}</details>`;

const heading = (inner: string, level: number): string => (inner === "" ? "" : `<h${level}>${inner}</h${level}>`);

const makers: Record<string, (card: Card) => string> = {
  image,
  gallery,
  bookmark,
  embed,
  hr: () => "<hr>",
  horizontalrule: () => "<hr>",
  html: (card) => text(card, "html"),
  "card-html": (card) => text(card, "html"),
  markdown: (card) => writeHtml(parseMarkdown(text(card, "markdown")).tree),
  "card-markdown": (card) => writeHtml(parseMarkdown(text(card, "markdown")).tree),
  code: (card) => figureHtmlOrNot(codeHtml(text(card, "code"), text(card, "language")), card),
  codeblock: (card) => figureHtmlOrNot(codeHtml(text(card, "code"), text(card, "language")), card),
  video: (card) => figure(videoHtml(text(card, "src"), text(card, "customThumbnailSrc", "thumbnailSrc")), card),
  audio: (card) => figureHtml(audioHtml(text(card, "src")), escaped(text(card, "title"))),
  file: (card) => `<p>${linkHtml(text(card, "src"), text(card, "fileTitle", "fileName", "src"))}</p>`,
  callout: (card) => calloutHtml([text(card, "calloutEmoji"), text(card, "calloutText")].filter(Boolean).join(" ")),
  toggle: (card) => toggleHtml(text(card, "heading"), text(card, "content")),
  button,
  product: (card) =>
    (text(card, "productImageSrc") && figureHtml(imageHtml(text(card, "productImageSrc"), ""), "")) +
    heading(text(card, "productTitle"), 4) +
    text(card, "productDescription") +
    button(card),
  header: (card) =>
    (text(card, "backgroundImageSrc") && figureHtml(imageHtml(text(card, "backgroundImageSrc"), ""), "")) +
    heading(text(card, "header", "heading"), 2) +
    (text(card, "subheader") && `<p>${text(card, "subheader")}</p>`) +
    button(card),
  "call-to-action": (card) =>
    (text(card, "imageUrl") && figureHtml(imageHtml(text(card, "imageUrl"), ""), "")) +
    text(card, "textValue") +
    button(card),
};

const figureHtmlOrNot = (inner: string, card: Card): string =>
  text(card, "caption") === "" ? inner : figure(inner, card);

/** Cards that are addressed to readers of mails, or ask for a subscription. */
const removedCards: ReadonlySet<string> = new Set(["email", "email-cta", "signup", "paywall", "call-to-action-email"]);

/** Whether a card is left out because some readers did not see it. */
export function isCut(card: Card, notes: CardNotes): boolean {
  if (!isGated(card)) return false;
  if (notes.cutGated) notes.cut += 1;
  else notes.kept += 1;
  return notes.cutGated;
}

const note = ({ removed }: CardNotes, name: string): void => void removed.set(name, (removed.get(name) ?? 0) + 1);

/** A card as HTML; what is not for everybody, or not for a page, becomes nothing. */
export function cardHtml(name: string, card: Card, notes: CardNotes): string {
  if (isCut(card, notes)) return "";
  const make = removedCards.has(name) || !Object.hasOwn(makers, name) ? undefined : makers[name];
  if (!make) note(notes, name.slice(0, 60));
  return make ? make(card) : "";
}

export const isCard = (name: string): boolean => removedCards.has(name) || Object.hasOwn(makers, name);
