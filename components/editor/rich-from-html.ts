import type { JSONContent } from "@tiptap/core";
import type { Element, ElementContent, Root } from "hast";
import { classesOf } from "../../lib/text/html/elements";
import {
  footnoteParts,
  hasOnly,
  htmlOf,
  inlineOf,
  isA,
  isBlank,
  isInline,
  type Node,
  text,
} from "./rich-from-html-inline";
import { footnotesOf, wholeFootnotes } from "./rich-footnotes-html";
import { codeIn, kindOfCallout, titledCodeIn } from "./rich-from-html-code";
import { galleryIn, pictureIn } from "./rich-from-html-pictures";
import { isSpan, isUneven } from "./table-spans";

const alignments = new Set(["align-left", "align-center", "align-right", "align-justify"]);

/** The classes that mean nothing here are those of renderings; any other makes the element one of its own. */
const hasClassesOnly = (element: Element, allowed: (name: string) => boolean): boolean =>
  classesOf(element).every((name) => allowed(String(name)));

const rawBlock = (node: Node): JSONContent => ({ type: "rawBlock", attrs: { html: htmlOf(node) } });

const withContent = (type: string, content: JSONContent[], attrs?: JSONContent["attrs"]): JSONContent => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});

/** The alignment of an element whose only attribute is that; undefined where it has others. */
function alignmentOf(element: Element, ...allowed: string[]): { align: string | null } | undefined {
  const classes = classesOf(element).map(String);
  if (!hasOnly(element, "className", ...allowed) || classes.length > 1) return undefined;
  const [name] = classes;
  if (name === undefined) return { align: null };
  return alignments.has(name) ? { align: name.slice("align-".length) } : undefined;
}

function heading(element: Element): JSONContent {
  const { id, ...rest } = element.properties;
  const isAnchor = (node: Node) => isA(node, "a") && classesOf(node).includes("anchor");
  const wasRendered = element.children.some(isAnchor);
  const children = element.children.filter((node) => !isAnchor(node));
  const found = alignmentOf({ ...element, properties: rest });
  if (!found || !children.every(isInline)) return rawBlock(element);
  // An id that a rendering made is made again.
  const kept = wasRendered ? null : text(id) || null;
  return withContent("heading", inlineOf(children), { level: Number(element.tagName.slice(1)), id: kept, ...found });
}

/** The content of a list's item, and whether its lines stand close together. */
function itemOf(children: readonly Node[]): { content: JSONContent[]; tight: boolean } {
  const tight = !children.some((node) => isA(node, "p"));
  const content = blocksOf(children);
  if (content[0]?.type !== "paragraph") content.unshift({ type: "paragraph" });
  return { content, tight };
}

/** An item with a checkbox, as renderings and other editors write it: the box before the words, perhaps in a label. */
function taskOf(item: Element): JSONContent | null {
  const box: { checked: boolean | null } = { checked: null };
  const opened = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (isA(node, "input") && node.properties.type === "checkbox") {
        box.checked ??= node.properties.checked === true || node.properties.checked === "";
        return [];
      }
      if (isA(node, "label") && hasOnly(node)) return opened(node.children);
      if (isA(node, "p") && hasOnly(node) && box.checked === null)
        return [{ ...node, children: opened(node.children) as ElementContent[] }];
      return [node];
    });
  const children = opened(item.children);
  if (box.checked === null) return null;
  const { content, tight } = itemOf(children);
  return { type: "taskItem", attrs: { checked: box.checked, tight }, content };
}

/** A callout, whose title is words alone or none. */
function callout(element: Element, kind: string): JSONContent {
  const [first, ...others] = element.children.filter((node) => !isBlank(node));
  const isTitle = first && isA(first, "p") && classesOf(first).join() === "admonition-title";
  if (isTitle && !(hasOnly(first, "className") && first.children.every((word) => word.type === "text")))
    return rawBlock(element);
  const title = isTitle ? first.children.map((word) => (word.type === "text" ? word.value : "")).join("") : "";
  const content = blocksOf(isTitle ? others : element.children);
  return withContent("callout", content.length > 0 ? content : [{ type: "paragraph" }], { kind, title: title.trim() });
}

function list(element: Element): JSONContent {
  const isOrdered = element.tagName === "ol";
  const items = element.children.filter((node) => !isBlank(node));
  const isItem = (node: Node): node is Element =>
    node.type === "element" &&
    node.tagName === "li" &&
    hasOnly(node, "className") &&
    hasClassesOnly(node, (name) => name === "task-list-item");
  const own = items.filter(isItem);
  const isPlain =
    hasOnly(element, "className", ...(isOrdered ? ["start", "type"] : [])) &&
    hasClassesOnly(element, (name) => name === "contains-task-list") &&
    own.length > 0 &&
    own.length === items.length;
  if (!isPlain) return rawBlock(element);
  const tasks = own.map((item) => (classesOf(item).length > 0 ? taskOf(item) : null));
  if (tasks.some((task) => task !== null)) {
    if (isOrdered || tasks.some((task) => task === null)) return rawBlock(element);
    return withContent("taskList", tasks as JSONContent[]);
  }
  const made = own.map(({ children }): JSONContent => {
    const { content, tight } = itemOf(children);
    return { type: "listItem", attrs: { tight }, content };
  });
  if (!isOrdered) return withContent("bulletList", made);
  const { start, type } = element.properties;
  return withContent("orderedList", made, { start: Number(start ?? 1), type: typeof type === "string" ? type : null });
}

function table(element: Element, whole: Element): JSONContent {
  const parts = element.children.filter((node) => !isBlank(node));
  const names = parts.map((node) => (node.type === "element" ? node.tagName : ""));
  const isKnown = /^(?:thead )?tbody$|^thead$/.test(names.join(" "));
  if (!isKnown || isUneven(element) || !hasOnly(element) || !parts.every((part) => hasOnly(part as Element)))
    return rawBlock(whole);
  const rows: JSONContent[] = [];
  for (const part of parts as Element[])
    for (const row of part.children.filter((node) => !isBlank(node))) {
      if (!isA(row, "tr") || !hasOnly(row)) return rawBlock(whole);
      const cells: JSONContent[] = [];
      for (const cell of row.children.filter((node) => !isBlank(node))) {
        if (!isA(cell, "td", "th")) return rawBlock(whole);
        const { tagName, properties, children } = cell;
        const found = alignmentOf(cell, "colSpan", "rowSpan");
        // Only the head has cells of its kind throughout.
        if (!found || (part.tagName === "thead") !== (tagName === "th")) return rawBlock(whole);
        const [colspan, rowspan] = [Number(properties.colSpan ?? 1), Number(properties.rowSpan ?? 1)];
        if (!isSpan(colspan) || !isSpan(rowspan)) return rawBlock(whole);
        const content = blocksOf(children);
        cells.push({
          type: tagName === "th" ? "tableHeader" : "tableCell",
          attrs: { colspan, rowspan, ...found },
          content: content.length > 0 ? content : [{ type: "paragraph" }],
        });
      }
      if (cells.length === 0) return rawBlock(whole);
      rows.push({ type: "tableRow", content: cells });
    }
  return rows.length > 0 ? { type: "table", content: rows } : rawBlock(whole);
}

function paragraph(element: Element): JSONContent {
  const found = alignmentOf(element);
  return found && element.children.every(isInline)
    ? withContent("paragraph", inlineOf(element.children), found)
    : rawBlock(element);
}

const pictures = (images: readonly Element[]): JSONContent =>
  withContent(
    "paragraph",
    images.flatMap((image, at) => [...(at > 0 ? [{ type: "hardBreak" }] : []), ...inlineOf([image])]),
    { align: null },
  );

const footnotes = (element: Element): JSONContent => ({
  type: "footnotes",
  content: (footnotesOf(element) ?? []).map(({ name, children }) => {
    const content = blocksOf(children);
    return {
      type: "footnoteText",
      attrs: { name },
      content: content.length > 0 ? content : [{ type: "paragraph" }],
    };
  }),
});

/** Numbers the footnotes of a document, which stand in the order of their signs; returns how many signs there are. */
function numberIn(doc: JSONContent): number {
  const times = new Map<string, number>();
  const each = (node: JSONContent, type: string, visit: (attrs: Record<string, unknown>) => void) => {
    if (node.type === type && node.attrs) visit(node.attrs);
    for (const child of node.content ?? []) each(child, type, visit);
  };
  each(doc, "footnote", (attrs) => {
    const name = String(attrs.name);
    times.set(name, (times.get(name) ?? 0) + 1);
    Object.assign(attrs, { number: [...times.keys()].indexOf(name) + 1, nth: times.get(name) });
  });
  each(doc, "footnoteText", (attrs) => {
    const name = String(attrs.name);
    Object.assign(attrs, { number: [...times.keys()].indexOf(name) + 1, signs: times.get(name) ?? 0 });
  });
  return [...times.values()].reduce((sum, count) => sum + count, 0);
}

function block(element: Element): JSONContent {
  const { tagName, children } = element;
  if (tagName === "p") return paragraph(element);
  if (footnoteParts.has(element)) return footnotes(element);
  const picture = pictureIn(element);
  const gallery = tagName === "div" ? galleryIn(element) : null;
  if (picture ?? gallery) return pictures(gallery ?? (picture ? [picture] : []));
  if (/^h[1-6]$/.test(tagName)) return heading(element);
  const code = tagName === "pre" ? codeIn(element) : titledCodeIn(element);
  if (code) return code;
  const kind = kindOfCallout(element);
  if (kind !== null) return callout(element, kind);
  if (tagName === "hr" && hasOnly(element)) return { type: "horizontalRule" };
  if (tagName === "ul" || tagName === "ol") return list(element);
  if (tagName === "blockquote" && hasOnly(element)) {
    const content = blocksOf(children);
    return { type: "blockquote", content: content.length > 0 ? content : [{ type: "paragraph" }] };
  }
  if (tagName === "table") return table(element, element);
  const [only, ...more] = children.filter((node) => !isBlank(node));
  if (
    tagName === "div" &&
    classesOf(element).includes("table-scroll") &&
    only &&
    isA(only, "table") &&
    more.length === 0
  )
    return table(only, element);
  return rawBlock(element);
}

/** Blocks in sequence; lines of text between them become paragraphs. */
function blocksOf(nodes: readonly Node[]): JSONContent[] {
  const blocks: JSONContent[] = [];
  let line: Node[] = [];
  const endLine = () => {
    const content = inlineOf(line);
    if (content.length > 0) blocks.push({ type: "paragraph", content });
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) line.push(node);
    else if (node.type === "element") {
      endLine();
      blocks.push(block(node));
    }
  }
  endLine();
  return blocks;
}

/**
 * The document of a tree of HTML. What rich text has no node for is kept word for word in one that cannot be edited, so that
 * nothing is lost.
 */
export function docOf(tree: Root): JSONContent {
  const parts = wholeFootnotes(tree);
  for (const part of parts) footnoteParts.add(part);
  let content = blocksOf(tree.children);
  // A sign within a piece that cannot be edited would be without its footnote.
  if (parts.size > 0 && numberIn({ content }) !== parts.size - 1) {
    for (const part of parts) footnoteParts.delete(part);
    content = blocksOf(tree.children);
  }
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}
