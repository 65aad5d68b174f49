import { fromHtml } from "hast-util-from-html";
import { toString } from "hast-util-to-string";

/** Longest description of a page, in characters. */
const LONGEST = 150;

/** The beginning of a short text without its elements. */
export function beginningOf(html: string): string {
  const text = toString(fromHtml(html, { fragment: true }))
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("").trimEnd()}…` : text;
}
