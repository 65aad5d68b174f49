import { absoluteHtml } from "../html/absolute-html";

/** The most bytes of texts in one feed, which is made anew after each change. */
export const MOST_FED = 2 * 1024 * 1024;

/** Gives the texts of a feed, entry by entry, with absolute addresses: those first in it as long as they fit. */
export function feedTexts(): (html: string, url: string) => string | undefined {
  let left = MOST_FED;
  return (html, url) => ((left -= Buffer.byteLength(html)) < 0 ? undefined : absoluteHtml(html, url));
}
