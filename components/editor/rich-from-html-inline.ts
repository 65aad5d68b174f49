import type { JSONContent } from "@tiptap/core";
import type { Element, ElementContent, RootContent } from "hast";
import { inlineTags } from "../../lib/text/html/elements";
import { writeHtml } from "../../lib/text/html/write-html";
import { signIn } from "./rich-footnotes-html";
import { markOf } from "./rich-names";

export type Node = RootContent | ElementContent;
type Marks = NonNullable<JSONContent["marks"]>;

/** What a rendering adds to a picture. */
const rendered = new Set(["loading", "decoding"]);

export const isInline = (node: Node): boolean =>
  node.type === "text" ||
  (node.type === "element" &&
    // The still of a player stands alone.
    node.properties.dataPlayer === undefined &&
    (node.tagName === "math" ||
      ((inlineTags.has(node.tagName) || node.tagName === "br") && node.children.every(isInline))));

export const htmlOf = (...children: Node[]): string => writeHtml({ type: "root", children });

/** Whether the element has no attributes but these. */
export const hasOnly = ({ properties }: Element, ...names: string[]): boolean =>
  Object.keys(properties).every((name) => names.includes(name) || properties[name] === undefined);

const rawInline = (node: Node, marks: Marks): JSONContent => ({
  type: "rawInline",
  attrs: { html: htmlOf(node) },
  ...(marks.length > 0 && { marks }),
});

export const text = (value: unknown): string => (typeof value === "string" ? value : "");

function picture({ properties }: Element, marks: Marks): JSONContent {
  const { src, alt, title, ...rest } = properties;
  const others = Object.fromEntries(Object.entries(rest).filter(([name]) => !rendered.has(name)));
  return {
    type: "image",
    attrs: {
      src: text(src),
      alt: text(alt),
      title: text(title),
      others: Object.keys(others).length > 0 ? JSON.stringify(others) : null,
    },
    ...(marks.length > 0 && { marks }),
  };
}

/** The signs and lists of footnotes that belong to each other, and are therefore nodes of rich text. */
export const footnoteParts = new WeakSet<Element>();

/** A mark for an element, or null where rich text has none that says the same. */
function markFor(element: Element): Marks[number] | null {
  const { tagName, properties } = element;
  if (tagName === "a") {
    const { href, title, ...rest } = properties;
    if (typeof href !== "string") return null;
    const isFootnote = "dataFootnoteRef" in rest || "dataFootnoteBackref" in rest;
    if (isFootnote) return null;
    const others = Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
    return { type: "link", attrs: { href, title: text(title), others } };
  }
  const name = markOf[tagName];
  return name !== undefined && hasOnly(element) ? { type: name } : null;
}

/** A span that says nothing. */
const isBareSpan = (node: Element): boolean =>
  node.tagName === "span" && hasOnly(node) && node.children.every(isInline);

/**
 * Whether a node leaves anything in a line of its own. To make the line for that would take twice as long for each element
 * around it: 80 within each other had the editor of whoever opened the text stand still for good.
 */
const isSeen = (node: Node): boolean =>
  node.type === "text"
    ? /[^ \t\n\r\f]/.test(node.value)
    : node.type === "element" && (!isBareSpan(node) || node.children.some(isSeen));

/** Inline content, with the white space that a browser would show. */
class Line {
  readonly nodes: JSONContent[] = [];
  #space = true;

  add(nodes: readonly Node[], marks: Marks): this {
    for (const node of nodes) this.#one(node, marks);
    return this;
  }

  #one(node: Node, marks: Marks): void {
    if (node.type === "text") return this.#words(node.value, marks);
    if (node.type !== "element") return;
    if (node.tagName === "br" && hasOnly(node)) {
      this.#trim();
      this.nodes.push({ type: "hardBreak" });
      this.#space = true;
      return;
    }
    if (isBareSpan(node)) return void this.add(node.children, marks);
    this.#space &&= node.tagName !== "img";
    if (node.tagName === "img") {
      this.nodes.push(picture(node, marks));
      this.#space = false;
      return;
    }
    if (footnoteParts.has(node)) {
      this.nodes.push({
        type: "footnote",
        attrs: { name: signIn(node) },
        ...(marks.length > 0 && { marks }),
      });
      this.#space = false;
      return;
    }
    const mark = node.children.every(isInline) && node.children.some(isSeen) ? markFor(node) : null;
    if (mark && !marks.some(({ type }) => type === mark.type)) return void this.add(node.children, [...marks, mark]);
    // A mark inside the same one says nothing more.
    if (mark && mark.type !== "link") return void this.add(node.children, marks);
    this.nodes.push(rawInline(node, marks));
    this.#space = false;
  }

  #words(value: string, marks: Marks): void {
    let words = value.replace(/[ \t\n\r\f]+/g, " ");
    if (this.#space) words = words.replace(/^ /, "");
    if (words === "") return;
    this.#space = words.endsWith(" ");
    this.nodes.push({ type: "text", text: words, ...(marks.length > 0 && { marks }) });
  }

  /** White space at the end of a line is not seen. */
  #trim(): void {
    const last = this.nodes.at(-1);
    if (last?.type !== "text" || !last.text?.endsWith(" ")) return;
    last.text = last.text.slice(0, -1);
    if (last.text === "") this.nodes.pop();
  }

  end(): JSONContent[] {
    this.#trim();
    return this.nodes;
  }
}

/** Words with their marks, pictures and pieces of HTML. */
export const inlineOf = (nodes: readonly Node[]): JSONContent[] => new Line().add(nodes, []).end();

export const isBlank = (node: Node): boolean =>
  node.type === "comment" || node.type === "doctype" || (node.type === "text" && node.value.trim() === "");
export const isA = (node: Node, ...tagNames: string[]): node is Element =>
  node.type === "element" && tagNames.includes(node.tagName);
