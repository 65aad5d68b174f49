import type { Element, ElementContent, Root as HtmlRoot, RootContent as HtmlContent } from "hast";
import { toMdast, type Handle } from "hast-util-to-mdast";
import type { Root, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { classesOf, isElement, textBelow } from "../html/elements";
import { isWritable } from "./formulas";
import { parsedWithin } from "../html/parse-html";
import { piecesOf, voidTags } from "../html/markup-scanner";
import { aligned, sanitizeTree } from "../html/sanitize";
import { shape } from "../html/shape";
import { elementsBelow, writeHtml } from "../html/write-html";

/** Deeper HTML is not converted, as the libraries recurse, nor HTML of more elements, as others wait meanwhile. */
const [MAX_DEPTH, MOST_ELEMENTS] = [200, 20_000];

const written: Options = {
  bullet: "-",
  rule: "-",
  emphasis: "*",
  listItemIndent: "one",
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  // Where it would end a formula.
  unsafe: [{ character: "$", before: "\\S", inConstruct: "phrasing" }],
};

/** Code in a line; a formula in the notation of formulas. */
const inlineCode: Handle = (state, node: Element) => {
  const tex = textBelow(node);
  const isFormula = classesOf(node).includes("language-math") && isWritable(tex);
  const result: RootContent = isFormula ? { type: "html", value: `$${tex}$` } : { type: "inlineCode", value: tex };
  state.patch(node, result);
  return result;
};

/** Elements that Markdown has no notation for, but which it may hold as they are. */
const inlineHtml = ["u", "sub", "sup", "mark", "kbd", "abbr", "ins", "small", "cite", "q", "time", "samp", "var"];
const blockHtml = ["details", "iframe", "audio", "video", "picture", "dl", "ruby"];

const noId = ({ properties }: Element): boolean => properties.id === undefined;

/** Whether Markdown can say this table: no merged cells, one row of heads, nothing but lines in its cells. */
function isPlainTable(table: Element): boolean {
  const blocks = new Set(["p", "ul", "ol", "pre", "blockquote", "table", "br", "figure", "div", "hr", "caption"]);
  let rows = 0;
  for (const { tagName, properties } of elementsBelow(table)) {
    if (blocks.has(tagName)) return false;
    if ((properties.colSpan ?? 1) !== 1 || (properties.rowSpan ?? 1) !== 1) return false;
    if (tagName === "tr") rows += 1;
  }
  const head = table.children.find((child) => isElement(child, "thead"));
  return rows > 0 && head?.type === "element" && head.children.filter((child) => child.type === "element").length === 1;
}

const hasCaption = (figure: Element): boolean => figure.children.some((child) => isElement(child, "figcaption"));
const isAligned = (element: Element): boolean => classesOf(element).some((name) => aligned.includes(String(name)));

/** Whether a block stays HTML because Markdown would lose something of it. */
function staysHtml(element: Element): boolean {
  const { tagName } = element;
  if (blockHtml.includes(tagName)) return true;
  if (tagName === "figure") return hasCaption(element) || isAligned(element);
  if (tagName === "table") return !isPlainTable(element);
  if (tagName === "div") return classesOf(element).includes("admonition");
  return (tagName === "p" || /^h[1-6]$/.test(tagName)) && isAligned(element);
}

/** HTML as a block of Markdown, which would end at a blank line. */
const asBlock = (html: string): string =>
  html
    .split(/(<pre[^>]*>[^]*?<\/pre>)/)
    .map((part, i) => (i % 2 === 1 ? part.replaceAll("\n", "&#10;") : part.replace(/\n[^\S\n]*(?=\n)/g, "")))
    .join("")
    .trim();

const keep: Handle = (state, node: Element) => {
  const result: RootContent = { type: "html", value: asBlock(writeHtml({ type: "root", children: [node] })) };
  state.patch(node, result);
  return result;
};

/** An inline element whose tags stay, with Markdown between them. */
const around: Handle = (state, node: Element) => {
  const tags = writeHtml({ type: "root", children: [{ ...node, children: [] }] });
  const at = tags.lastIndexOf("</");
  return [
    { type: "html", value: tags.slice(0, at) },
    ...state.all(node),
    { type: "html", value: tags.slice(at) },
  ] as never;
};

/** Takes off what the sanitiser added for display, and marks what stays HTML. */
function prepared(nodes: readonly (HtmlContent | ElementContent)[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== "element") return node.type === "text" ? [node] : [];
    if (classesOf(node).includes("table-scroll")) return prepared(node.children);
    if (node.tagName === "a" && classesOf(node).includes("anchor")) return [];
    const { loading: _loading, decoding: _decoding, tabIndex: _tabIndex, ...properties } = node.properties;
    const children = prepared(node.children);
    const same = { ...node, properties, children };
    return staysHtml(same) ? [{ ...same, tagName: "kept-html", data: { kept: node.tagName } as never }] : [same];
  });
}

const original = (node: Element): Element => {
  const tagName = (node.data as { kept?: string } | undefined)?.kept ?? node.tagName;
  const children = node.children.map((child) => (child.type === "element" ? original(child) : child));
  return { ...node, tagName, children };
};

/** How deeply tags are nested, as they are written. */
export function depthOf(html: string): number {
  let depth = 0;
  let most = 0;
  for (const { kind, name } of piecesOf(html)) {
    if (kind === "open" && !voidTags.has(name)) most = Math.max(most, (depth += 1));
    if (kind === "close" && depth > 0) depth -= 1;
  }
  return most;
}

/**
 * HTML in Markdown: what the sanitiser would show of it. What Markdown cannot say (merged cells, `details`, pictures
 * with captions, players) stays as HTML in it. Null where it is nested too deeply
 * or has too many elements.
 */
export function markdownFromHtml(html: string): string | null {
  const parsed = depthOf(html) > MAX_DEPTH ? null : parsedWithin(html, MOST_ELEMENTS);
  if (parsed === null) return null;
  const clean = sanitizeTree(shape(parsed).tree);
  for (const element of elementsBelow(clean)) if (!noId(element)) delete element.properties.id;
  const tree: HtmlRoot = { type: "root", children: prepared(clean.children) };
  const result = toMdast(tree, {
    document: true,
    handlers: {
      code: inlineCode,
      "kept-html": (state, node: Element) => keep(state, original(node), undefined),
      ...Object.fromEntries(inlineHtml.map((name) => [name, around])),
    },
  });
  const markdown: Root = result.type === "root" ? result : { type: "root", children: [] };
  return toMarkdown(markdown, written).trimEnd();
}
