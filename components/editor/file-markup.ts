import type { Attachment } from "../../lib/features/attachments/schema";

export type Shown = Pick<Attachment, "url" | "altText" | "name" | "mediaType"> & { caption?: string };

const words = (text: string) => text.replace(/\s+/g, " ").trim();
/** The same words where Markdown would see marks, links or formulas. */
const escaped = (text: string) => words(text).replace(/[\\[\]*_`$<>~&"]/g, "\\$&");

/** An address as Markdown takes it. */
const target = (address: string): string =>
  /[\s()]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address;

/** Brackets as words; those that are so already, and what ends in a backslash, end no link. */
export const inBrackets = (text: string): string =>
  text.replace(/(\\*)([[\]]|$)/g, (_all, before: string, sign: string) => {
    const isOpen = before.length % 2 === 1;
    return before + (isOpen === (sign === "") ? "\\" : "") + sign;
  });

/** A link in Markdown, whose words may be Markdown themselves. */
export const linkMarkup = (address: string, text: string): string => `[${inBrackets(text)}](${target(address)})`;

/** A link to a text by its title, which somebody else may have written: it brings no marks of its own. */
export const titledLink = (address: string, title: string): string => `[${escaped(title)}](${target(address)})`;

/** A file in Markdown: a picture shown with its caption, anything else linked by its name. */
export function fileMarkup({ url, altText, name, mediaType, caption = "" }: Shown): string {
  if (!mediaType.startsWith("image/")) return `[${escaped(name)}](${target(url)})`;
  return `![${escaped(altText)}](${target(url)}${words(caption) === "" ? "" : ` "${escaped(caption)}"`})`;
}

const attribute = (text: string) =>
  words(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The same in HTML, for the source of rich text. */
export const fileHtml = ({ url, altText, name, mediaType, caption = "" }: Shown): string =>
  mediaType.startsWith("image/")
    ? `<img src="${attribute(url)}" alt="${attribute(altText)}"${words(caption) === "" ? "" : ` title="${attribute(caption)}"`}>`
    : `<a href="${attribute(url)}">${attribute(name)}</a>`;
