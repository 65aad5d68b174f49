import type { Node } from "@tiptap/pm/model";
import { toMdast } from "hast-util-to-mdast";
import type { Root as Markdown, RootContent } from "mdast";
import { toMarkdown } from "mdast-util-to-markdown";
import { parseHtml } from "../../lib/text/html/parse-html";
import { written } from "./html-to-markdown";
import { signIn } from "./rich-footnotes-html";
import { blockHandlers } from "./rich-to-markdown-blocks";
import { plainTags } from "./rich-names";
import { blockHtml } from "./rich-to-html";

/** Elements that Markdown writes as HTML within a line. */
const inHtml = Object.fromEntries(
  ["u", ...plainTags].map((name) => [
    name,
    (state: { all: (node: never) => RootContent[] }, node: never) => [
      { type: "html", value: `<${name}>` },
      ...state.all(node),
      { type: "html", value: `</${name}>` },
    ],
  ]),
);

/** The sign of a footnote, or words above the line. */
const sup = (state: never, element: never) => {
  const name = signIn(element);
  return name === null ? inHtml.sup?.(state, element) : { type: "footnoteReference", identifier: name, label: name };
};

const isUnset = (value: unknown): boolean => value === null || value === undefined;

/** Whether Markdown has a notation for this block and all that is in it. */
function hasNotation(block: Node): boolean {
  let is = true;
  const check = (node: Node, parent: Node | null) => {
    const { name } = node.type;
    if (name === "rawBlock" || name === "rawInline") is = false;
    const inCell = parent?.type.name === "tableCell" || parent?.type.name === "tableHeader";
    if (name === "paragraph" || name === "heading") is &&= isUnset(node.attrs.align) && isUnset(node.attrs.id);
    if (name === "orderedList") is &&= isUnset(node.attrs.type);
    if (name === "image") is &&= isUnset(node.attrs.others);
    if (name === "callout") is &&= node.attrs.title === "";
    // Its file's name stands in quotation marks, in one line.
    if (name === "codeBlock") is &&= !/["`\n]/.test(String(node.attrs.title));
    if (name === "tableCell" || name === "tableHeader")
      is &&=
        node.attrs.colspan === 1 && node.attrs.rowspan === 1 && node.childCount === 1 && node.attrs.align !== "justify";
    if (inCell) is &&= name === "paragraph" && !hasBreak(node);
    if (name === "table") is &&= hasHeadOnTop(node);
    is &&= node.marks.every(({ type, attrs }) => type.name !== "link" || isUnset(attrs.others));
  };
  check(block, null);
  block.descendants((node, _at, parent) => check(node, parent));
  return is;
}

function hasBreak(node: Node): boolean {
  let has = false;
  node.forEach((child) => (has ||= child.type.name === "hardBreak"));
  return has;
}

/** Markdown's tables have one row of heads, and the same alignment below each of them. */
function hasHeadOnTop(table: Node): boolean {
  const head = table.firstChild;
  let is = head !== null;
  table.forEach((row, _at, n) =>
    row.forEach((cell, _in, column) => {
      is &&= (cell.type.name === "tableHeader") === (n === 0);
      is &&= head !== null && cell.attrs.align === head.maybeChild(column)?.attrs.align;
    }),
  );
  return is;
}

/** Elements that begin a block of HTML wherever their tag stands. */
const beginsBlock =
  /^<(?:address|article|aside|blockquote|center|details|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|iframe|li|ol|p|pre|section|summary|table|ul)[\s>]/;

/** HTML as a block of Markdown, which would end at a blank line. */
function asBlock(html: string): string {
  const whole = html
    .replace(/<pre[\s\S]*?<\/pre>/g, (pre) => pre.replaceAll("\n", "&#10;"))
    .replace(/\n\s*\n/g, "\n")
    .trim();
  // Other elements begin one only if their tag stands alone in its line.
  return beginsBlock.test(whole) ? whole : whole.replace(/^(<[^>]*>)/, "$1\n");
}

/** The notation of a block; HTML where Markdown has none. */
function markdownOfBlock(block: Node): RootContent[] {
  const html = blockHtml(block);
  if (!hasNotation(block)) return [{ type: "html", value: asBlock(html) }];
  const aligned = html.replace(/(<t[dh])([^>]*) class="align-(left|center|right)"/g, '$1$2 align="$3"');
  const tree = toMdast(parseHtml(aligned), { document: true, handlers: { ...inHtml, ...blockHandlers, sup } as never });
  return tree.type === "root" ? tree.children : [];
}

/** A document of rich text in Markdown. */
export function markdownOfDoc(doc: Node): string {
  const children: RootContent[] = [];
  doc.forEach((block) => children.push(...markdownOfBlock(block)));
  const tree: Markdown = { type: "root", children };
  return toMarkdown(tree, written).trimEnd();
}
