import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { withAttributes } from "../html/html-tokens";

/** Whether an address is looked at (of a picture, or of anything else a text leads to), and what stands in its place; undefined leaves it. */
export type Relink = (address: string, kind: "image" | "link") => string | undefined;

type Edit = { start: number; end: number; text: string };

const reader = unified().use(remarkParse).use(remarkGfm).freeze();
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Where in a piece of Markdown an address stands as it is written, behind `](` or `]:`. */
function placeIn(piece: string, mark: "](" | "]:", address: string): number {
  for (let at = piece.indexOf(mark); at >= 0; at = piece.indexOf(mark, at + 1)) {
    const start = at + mark.length + (/^\s*<?/.exec(piece.slice(at + mark.length))?.[0].length ?? 0);
    if (piece.startsWith(address, start)) return start;
  }
  return -1;
}

const holders = new Set(["img", "a", "video", "audio", "source", "track"]);

/** HTML within Markdown, its addresses replaced where it stands. */
const inHtml = (html: string, relink: Relink): string =>
  withAttributes(html, ({ tagName, name, value }) =>
    holders.has(tagName) && ["src", "href", "poster"].includes(name)
      ? relink(decoded(value), tagName === "img" || name === "poster" ? "image" : "link")
      : undefined,
  );

/** A Markdown text with other addresses in it; everything else stays byte for byte as its author wrote it. */
export function relinked(markdown: string, relink: Relink): string {
  const edits: Edit[] = [];
  const waiting: Nodes[] = [reader.parse(markdown)];
  // A definition may serve pictures and links alike.
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ("children" in node) waiting.push(...node.children);
    const [from, to] = [node.position?.start.offset, node.position?.end.offset];
    if (from === undefined || to === undefined) continue;
    const piece = markdown.slice(from, to);
    if (node.type === "html") {
      const text = inHtml(piece, relink);
      if (text !== piece) edits.push({ start: from, end: to, text });
    } else if (node.type === "image" || node.type === "link" || node.type === "definition") {
      const address = relink(decoded(node.url), node.type === "link" ? "link" : "image");
      const at = address === undefined ? -1 : placeIn(piece, node.type === "definition" ? "]:" : "](", node.url);
      if (address !== undefined && at >= 0)
        edits.push({ start: from + at, end: from + at + node.url.length, text: address });
    }
  }
  // From the end, so that what stands before keeps its place.
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: piece }) => text.slice(0, start) + piece + text.slice(end), markdown);
}
