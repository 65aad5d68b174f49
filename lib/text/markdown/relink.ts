import { decodedAddress } from "../address-parts";
import { attributesIn, writeAttribute } from "../html/html-tokens";
import type { Origin } from "./origin";
import { type Holder, readText } from "./syntax-tree";

/** Chooses addresses (of pictures, or of other elements) and their replacements; undefined leaves one. */
export type Relink = (address: string, kind: "image" | "link") => string | undefined;

type Edit = { from: number; to: number; text: string };

/** Elements with addresses, and their attributes. */
const holders = new Set(["img", "a", "video", "audio", "source", "track"]);
const addressNames = new Set(["src", "href", "poster"]);

const percent = (sign: string): string => (sign === "(" ? "%28" : sign === ")" ? "%29" : encodeURIComponent(sign));

/** Escapes an address for any place in Markdown. */
const written = (address: string): string =>
  address.replace(/[\p{Cc} <>()\\|`$]/gu, percent).replace(/&(?=#?\w+;)/g, "&amp;");

function* editsOf(holder: Holder, origin: Origin, relink: Relink): Generator<Edit> {
  const { node, span } = holder;
  if (node.type !== "html") {
    // A definition may serve pictures and links.
    const address = relink(decodedAddress(node.url), node.type === "link" ? "link" : "image");
    const place = "line" in holder ? origin.inLine(holder.line, span) : origin.find(holder.passage, span);
    if (address !== undefined && place) yield { from: place[0], to: place[1], text: written(address) };
    return;
  }
  if ("line" in holder) return;
  for (const { tagName, name, value, from, to } of attributesIn(holder.passage.content.slice(...span))) {
    if (!holders.has(tagName) || !addressNames.has(name)) continue;
    const address = relink(decodedAddress(value), tagName === "img" || name === "poster" ? "image" : "link");
    const place = origin.find(holder.passage, [span[0] + from, span[0] + to]);
    if (address === undefined || !place) continue;
    const text = writeAttribute(name, address.replace(/\p{Cc}/gu, percent));
    // A bar would end the cell of a table; a tick or dollar may end code or a formula that one before would begin.
    yield { from: place[0], to: place[1], text: text.replace(/[|`$]/g, (sign) => `&#${sign.charCodeAt(0)};`) };
  }
}

/** A Markdown text with other addresses; everything else stays byte for byte. */
export function relinked(markdown: string, relink: Relink): string {
  const { holders: found, origin: find } = readText(markdown);
  if (found.length === 0) return markdown;
  const origin = find();
  const edits = found.flatMap((holder) => [...editsOf(holder, origin, relink)]).sort((a, b) => a.from - b.from);
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    pieces.push(markdown.slice(at, from), text);
    at = to;
  }
  return pieces.join("") + markdown.slice(at);
}
