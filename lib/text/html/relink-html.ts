import { decodedAddress } from "../address-parts";
import { readTokens, writeAttribute } from "./html-tokens";

/** Chooses addresses (of pictures, or of other elements) and their replacements; undefined leaves one. */
type Relink = (address: string, kind: "image" | "link") => string | undefined;

const holders = new Set(["img", "a", "area", "video", "audio", "source", "track", "embed", "object", "iframe"]);
const addressNames = new Set(["src", "href", "poster", "data"]);
/** Other versions of a picture; this site makes its own. */
const versions = new Set(["srcset", "sizes"]);

/**
 * HTML with other addresses; everything else stays byte for byte. Where an element gets another address, the list of
 * its other versions goes.
 */
export function relinkedHtml(html: string, relink: Relink): string {
  const edits: { from: number; to: number; text: string }[] = [];
  readTokens(html, {
    tag: ({ tagName, attrs, location }, isStart) => {
      if (!isStart || !holders.has(tagName)) return;
      let isOther = false;
      for (const { name, value } of attrs) {
        const place = location?.attrs?.[name];
        if (!addressNames.has(name) || !place || value.trim() === "") continue;
        const kind = tagName === "img" || name === "poster" ? "image" : "link";
        const address = relink(decodedAddress(value.trim()), kind);
        if (address === undefined) continue;
        edits.push({ from: place.startOffset, to: place.endOffset, text: writeAttribute(name, address) });
        isOther = true;
      }
      for (const { name } of isOther ? attrs : []) {
        const place = location?.attrs?.[name];
        if (versions.has(name) && place) edits.push({ from: place.startOffset - 1, to: place.endOffset, text: "" });
      }
    },
  });
  edits.sort((a, b) => a.from - b.from);
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    pieces.push(html.slice(at, from), text);
    at = to;
  }
  return pieces.join("") + html.slice(at);
}

/** Elements that the sanitiser may remove with what they do. */
const telling = new Set(
  "script style iframe object embed form input select textarea button svg canvas link meta base applet noscript".split(
    " ",
  ),
);

/** The elements of some HTML that are worth a word when they are gone, with their number. */
export function tellingElements(html: string): Map<string, number> {
  const found = new Map<string, number>();
  readTokens(html, {
    tag: ({ tagName }, isStart) => {
      if (isStart && telling.has(tagName)) found.set(tagName, (found.get(tagName) ?? 0) + 1);
    },
  });
  return found;
}
