import { plainTextOf } from "../../lib/text/html/plain-text";

/** Longest description of a page, in characters, and the HTML that it is looked for in. */
const [LONGEST, LOOKED_AT] = [150, 50_000];

/** The beginning of a text without its elements. */
export function beginningOf(html: string): string {
  const text = plainTextOf(html.slice(0, LOOKED_AT));
  const characters = [...text];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("").trimEnd()}…` : text;
}
