import { plainTextOf } from "../../lib/text/html/plain-text";

/** Longest description of a page, in characters. */
const LONGEST = 150;

/** How much of the HTML is looked at, in characters: more only where so little has too few words. */
const PARTS = [5_000, 50_000];

/** The longest name of a sign, of which the end of a part may leave a piece. */
const LONGEST_SIGN = 40;

/** The beginning of a text without its elements. */
export function beginningOf(html: string): string {
  let characters: string[] = [];
  for (const part of PARTS) {
    characters = [...plainTextOf(html.slice(0, part))];
    if (html.length <= part || characters.length > LONGEST + LONGEST_SIGN) break;
  }
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("").trimEnd()}…` : characters.join("");
}
