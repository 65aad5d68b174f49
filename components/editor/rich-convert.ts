import { getSchema } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { parseHtml } from "../../lib/text/html/parse-html";
import { docOf } from "./rich-from-html";
import { richSchema } from "./rich-schema";
import { htmlOf } from "./rich-to-html";
import { markdownOfDoc } from "./rich-to-markdown";

let made: Schema | null = null;
const schema = (): Schema => (made ??= getSchema(richSchema));

const nodeOf = (html: string): Node => schema().nodeFromJSON(docOf(parseHtml(html)));

/** The source that rich text makes of HTML. */
export const richSourceOf = (html: string): string => htmlOf(nodeOf(html));

/** The same in Markdown. */
export const markdownSourceOf = (html: string): string => markdownOfDoc(nodeOf(html));

/** The number of pieces that rich text shows and cannot edit. */
export function countPieces(html: string): number {
  let count = 0;
  nodeOf(html).descendants((node) => {
    if (node.type.name === "rawBlock" || node.type.name === "rawInline") count += 1;
  });
  return count;
}
