import { attributesIn, writeAttribute } from "../../../../text/html/html-tokens";
import { piecesOf } from "../../../../text/html/markup-scanner";
import type { FileFacts } from "./media-shortcodes";

/** The number of a file of the library, in the class that WordPress gives its picture. */
const number = /(?:^|\s)wp-image-(\d{1,12})(?:\s|$)/;

/** A picture's tag with the alternative text of its file, where it has none itself. */
function withAlternative(tag: string, file: (id: string) => FileFacts | undefined): string {
  const attributes = attributesIn(tag);
  const own = attributes.find(({ name }) => name === "alt");
  const id = number.exec(attributes.find(({ name }) => name === "class")?.value ?? "")?.[1];
  const text = id === undefined ? "" : (file(id)?.alt ?? "");
  if (text === "" || (own && own.value.trim() !== "")) return tag;
  const written = writeAttribute("alt", text);
  return own ? tag.slice(0, own.from) + written + tag.slice(own.to) : `<img ${written}${tag.slice(4)}`;
}

/** A text whose pictures without alternative text have that of the library, which the old site's editor showed. */
export function withAlternatives(html: string, file: (id: string) => FileFacts | undefined): string {
  if (!html.includes("wp-image-")) return html;
  const out: string[] = [];
  let at = 0;
  for (const { kind, name, from, to } of piecesOf(html)) {
    if (kind !== "open" || name !== "img") continue;
    out.push(html.slice(at, from), withAlternative(html.slice(from, to), file));
    at = to;
  }
  return out.join("") + html.slice(at);
}
