import type { Element, ElementContent, Root, RootContent } from "hast";
import type { Nodes, Root as Markdown } from "mdast";
import { toString } from "hast-util-to-string";
import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { isForReaders, linkSchemes, pictureSchemes } from "../../lib/text/html/addresses";
import { parsedWithin } from "../../lib/text/html/parse-html";

/** Milliseconds of work between two pauses in which the page can handle keys. */
const SLICE = 12;
/** Blocks that are converted at once. */
const AT_ONCE = 8;
/** Elements of a page that is pasted with its structure; of a larger one the words are. */
const MOST_ELEMENTS = 100_000;

/** How the editor writes Markdown. */
export const written: Options = {
  bullet: "-",
  rule: "-",
  emphasis: "*",
  listItemIndent: "one",
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
};

const marks = new Set(["strong", "emphasis", "delete"]);

/**
 * Joins what is marked in the same manner side by side, and leaves out code without a letter: their signs would touch each
 * other, and be read as others.
 */
function joined(nodes: Nodes[]): Nodes[] {
  const all: Nodes[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (node.type === "inlineCode" && node.value === "") continue;
    if (node.type === "inlineCode" && last?.type === "inlineCode")
      all.splice(-1, 1, { ...last, value: last.value + node.value });
    else if (last?.type === node.type && marks.has(node.type) && "children" in last && "children" in node)
      all.splice(-1, 1, { ...last, children: joined([...last.children, ...node.children]) } as Nodes);
    else all.push(node);
  }
  return all;
}

/** Leaves the words of what leads nowhere for readers, whatever element it was: films and frames become links, too. */
function readable<N extends Nodes>(node: N): N[] {
  if (node.type === "image" && !isForReaders(node.url, pictureSchemes))
    return node.alt ? [{ type: "text", value: node.alt } as N] : [];
  if (!("children" in node)) return [node];
  const children = joined((node.children as Nodes[]).flatMap(readable));
  if (node.type === "link" && !isForReaders(node.url, linkSchemes)) return children as N[];
  return [{ ...node, children }];
}

/** The Markdown tree of these blocks. */
function treeOf(root: Root): Markdown {
  const tree = toMdast(root, { document: true });
  if (tree.type !== "root") throw new Error("a page became no text");
  return { ...tree, children: tree.children.flatMap(readable) };
}

/** Inline elements; all others are blocks. */
const inline = new Set(
  "a abbr audio b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var video wbr".split(
    " ",
  ),
);
/** Blocks that contain blocks only. */
const wrappers = new Set(
  "div section article main header footer center caption tbody thead tfoot tr td th google-sheets-html-origin".split(
    " ",
  ),
);

/** Blocks that contain lines of text only; some programs write blocks into them. */
const holdsLines = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6"]);

const isElement = (node: RootContent): node is Element => node.type === "element";
const isBlank = (node: RootContent) =>
  node.type === "comment" || node.type === "doctype" || (node.type === "text" && node.value.trim() === "");
const isBlock = (node: RootContent): boolean =>
  isElement(node) && (!inline.has(node.tagName) || node.children.some(isBlock));

/** The declarations of a `style` attribute; word processors use them instead of elements. */
function styleOf({ properties }: Element): Map<string, string> {
  const declarations = String(properties.style ?? "").split(";");
  return new Map(
    declarations
      .map((each) => each.split(":"))
      .map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()]),
  );
}

/** The elements for a style, outermost first. */
function elementsOf(style: Map<string, string>): string[] {
  const weight = style.get("font-weight") ?? "";
  const line = style.get("text-decoration") ?? style.get("text-decoration-line") ?? "";
  return [
    ...(weight === "bold" || Number(weight) >= 600 ? ["strong"] : []),
    ...(style.get("font-style") === "italic" ? ["em"] : []),
    ...(line.includes("line-through") ? ["del"] : []),
  ];
}

const isRightWeight = (element: Element) =>
  !["b", "strong"].includes(element.tagName) || !["normal", "400"].includes(styleOf(element).get("font-weight") ?? "");

/** The content of a table cell, which Markdown writes on one line: blocks are joined by spaces. */
const inOneLine = (nodes: ElementContent[]): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node) || !isBlock(node)) return [node];
    if (node.tagName === "pre")
      return [
        { type: "text", value: " " },
        { type: "element", tagName: "code", properties: {}, children: [{ type: "text", value: toString(node) }] },
        { type: "text", value: " " },
      ];
    return [{ type: "text", value: " " }, ...inOneLine(node.children), { type: "text", value: " " }];
  });

const emphasis = new Set(["b", "strong", "i", "em", "del", "s", "strike"]);

/** Wraps a node without white space at its edges, where Markdown's marks would not work. */
function around(children: ElementContent[], wrap: (inner: ElementContent[]) => Element): ElementContent[] {
  const [first, last] = [children.at(0), children.at(-1)];
  const before = first?.type === "text" ? (/^\s+/.exec(first.value)?.[0] ?? "") : "";
  const after =
    last?.type === "text" && last !== first
      ? (/\s+$/.exec(last.value)?.[0] ?? "")
      : last?.type === "text"
        ? (/\s+$/.exec(last.value.slice(before.length))?.[0] ?? "")
        : "";
  const inner = children.map((child) =>
    child.type === "text"
      ? {
          ...child,
          value: child.value.slice(
            child === first ? before.length : 0,
            child === last && after !== "" ? -after.length : undefined,
          ),
        }
      : child,
  );
  const space = (value: string): ElementContent[] => (value === "" ? [] : [{ type: "text", value }]);
  return [
    ...space(before),
    ...(inner.some((child) => child.type !== "text" || child.value !== "") ? [wrap(inner)] : []),
    ...space(after),
  ];
}

/** Normalises a node: styles become elements, useless links go. */
function meant(node: ElementContent | RootContent): ElementContent[] {
  if (node.type === "text") return [node];
  if (!isElement(node)) return [];
  const children = node.children.flatMap(meant);
  if (node.tagName === "img") {
    if (isForReaders(node.properties.src, pictureSchemes)) return [node];
    const alt = String(node.properties.alt ?? "");
    return alt === "" ? [] : [{ type: "text", value: alt }];
  }
  if (node.tagName === "a" && !isForReaders(node.properties.href, linkSchemes)) return children;
  if (!isRightWeight(node) || ((holdsLines.has(node.tagName) || inline.has(node.tagName)) && children.some(isBlock)))
    return children;
  if (node.tagName === "ul" || node.tagName === "ol")
    return [
      {
        ...node,
        children: children
          .filter((child) => !isBlank(child))
          .map((child) =>
            isElement(child) && ["li", "ul", "ol"].includes(child.tagName)
              ? child
              : { type: "element", tagName: "li", properties: {}, children: [child] },
          ),
      },
    ];
  if (node.tagName === "td" || node.tagName === "th") return [{ ...node, children: inOneLine(children) }];
  if (emphasis.has(node.tagName)) return around(children, (inner) => ({ ...node, children: inner }));
  if (node.tagName !== "span") return [{ ...node, children }];
  return elementsOf(styleOf(node)).reduceRight<ElementContent[]>(
    (inside, tagName) => around(inside, (inner) => ({ type: "element", tagName, properties: {}, children: inner })),
    children,
  );
}

/** A picture with its caption as its title; null for other figures. */
function pictureIn(figure: Element): Element | null {
  const images = descendants(figure, "img");
  const [image] = images;
  const caption = descendants(figure, "figcaption").map(toString).join(" ").replace(/\s+/g, " ").trim();
  const isAlone =
    image &&
    images.length === 1 &&
    descendants(figure, "a").length === 0 &&
    toString(figure).replace(/\s+/g, " ").trim() === caption;
  return isAlone ? { ...image, properties: { ...image.properties, ...(caption && { title: caption }) } } : null;
}

const descendants = (element: Element, tagName: string): Element[] =>
  element.children.flatMap((child) =>
    isElement(child) ? [...(child.tagName === tagName ? [child] : []), ...descendants(child, tagName)] : [],
  );

const paragraph = (children: RootContent[]): Element => ({
  type: "element",
  tagName: "p",
  properties: {},
  children: children as ElementContent[],
});

/** A page's blocks in sequence; lines of text between them become paragraphs. */
function* blocksOf(nodes: RootContent[]): Generator<RootContent> {
  let line: RootContent[] = [];
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node);
      continue;
    }
    if (!line.every(isBlank)) yield paragraph(line);
    line = [];
    const picture = isElement(node) && node.tagName === "figure" ? pictureIn(node) : null;
    if (picture) yield paragraph([picture]);
    else if (isElement(node) && (wrappers.has(node.tagName) || inline.has(node.tagName)))
      yield* blocksOf(node.children);
    else yield node;
  }
  if (!line.every(isBlank)) yield paragraph(line);
}

const isPlain = ({ children }: Markdown) =>
  children.every(
    (block) => block.type === "paragraph" && block.children.every(({ type }) => type === "text" || type === "break"),
  );

const pause = () => new Promise<void>((resolve) => void setTimeout(resolve));

export type Pasted = {
  text: string;
  /** Whether it is a block. */
  isBlock: boolean;
};

/**
 * Converts HTML to Markdown; null where plain text is equivalent. Works in slices, so that writing can go on meanwhile.
 */
export async function markdownOf(html: string): Promise<Pasted | null> {
  const blocks: string[] = [];
  let isAllPlain = true;
  let isInline = true;
  let begun = performance.now();
  const { children } = parsedWithin(html, MOST_ELEMENTS) ?? { children: [] };
  const page = [...blocksOf(children)];
  for (let at = 0; at < page.length; at += AT_ONCE) {
    const root: Root = { type: "root", children: page.slice(at, at + AT_ONCE).flatMap(meant) };
    const tree = treeOf(root);
    isAllPlain &&= isPlain(tree);
    isInline &&= page.length === 1 && tree.children.every(({ type }) => type === "paragraph");
    const text = toMarkdown(tree, written).trimEnd();
    if (text !== "") blocks.push(text);
    if (performance.now() - begun < SLICE) continue;
    await pause();
    begun = performance.now();
  }
  if (isAllPlain || blocks.length === 0) return null;
  return { text: blocks.join("\n\n"), isBlock: !isInline };
}
