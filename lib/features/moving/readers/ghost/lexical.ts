import { attribute, escaped } from "../html/writing";
import { type Card, cardHtml, type CardNotes, isCard, isCut } from "./cards";

type Node = Card;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const childrenOf = (node: Node): Node[] => (Array.isArray(node.children) ? node.children.filter(isNode) : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Bits of a text's format and their elements, outermost first. */
const formats: [number, string][] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
  [128, "mark"],
];

function inline(node: Node): string {
  const format = typeof node.format === "number" ? node.format : 0;
  const tags = formats.filter(([bit]) => (format & bit) !== 0).map(([, tag]) => tag);
  return tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, escaped(textOf(node.text)));
}

const listTag = (node: Node): string => (node.listType === "number" || node.tag === "ol" ? "ol" : "ul");

/** The tags around the content of a node; null where it has none of its own. */
function tagsOf(node: Node): [string, string] | null {
  switch (node.type) {
    case "paragraph":
      return ["<p>", "</p>"];
    case "heading":
    case "extended-heading": {
      const tag = /^h[1-6]$/.test(textOf(node.tag)) ? textOf(node.tag) : "h2";
      return [`<${tag}>`, `</${tag}>`];
    }
    case "quote":
    case "extended-quote":
    case "aside":
      return ["<blockquote>", "</blockquote>"];
    case "list": {
      const start = typeof node.start === "number" && node.start > 1 ? String(Math.floor(node.start)) : "";
      return [`<${listTag(node)}${attribute("start", start)}>`, `</${listTag(node)}>`];
    }
    case "listitem":
      return ["<li>", "</li>"];
    case "link":
    case "autolink":
      return [`<a${attribute("href", textOf(node.url))}${attribute("title", textOf(node.title))}>`, "</a>"];
    default:
      return null;
  }
}

const isSublist = (node: Node): boolean => {
  const children = childrenOf(node);
  return node.type === "listitem" && children.length > 0 && children.every(({ type }) => type === "list");
};

type Step = { node: Node } | { close: string };

/** The nodes of a text in HTML. Nodes may be nested to any depth, so nothing recurses. */
function walk(root: Node, notes: CardNotes): string {
  const out: string[] = [];
  const waiting: Step[] = [{ node: root }];
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    if ("close" in step) {
      out.push(step.close);
      continue;
    }
    const { node } = step;
    const type = textOf(node.type);
    if (!isCard(type) && isCut(node, notes)) continue;
    if (type === "text" || type === "extended-text") out.push(inline(node));
    else if (type === "linebreak") out.push("<br>");
    else if (type === "tab") out.push("\t");
    else if (isCard(type) || !Array.isArray(node.children)) {
      if (type !== "zwnj") out.push(cardHtml(type, node, notes));
    } else {
      const [open, close] = tagsOf(node) ?? ["", ""];
      // A list in a list stands in an item of its own, which belongs to the item before.
      if (isSublist(node) && out.at(-1) === "</li>") out.pop();
      else out.push(open);
      waiting.push({ close });
      for (const child of childrenOf(node).toReversed()) waiting.push({ node: child });
    }
  }
  return out.join("");
}

function rootOf(source: string): Node | null {
  try {
    const value: unknown = JSON.parse(source);
    return isNode(value) && isNode(value.root) ? value.root : null;
  } catch {
    return null;
  }
}

/** A text of Ghost's present editor as HTML; null where it cannot be read. */
export function lexicalHtml(source: string, notes: CardNotes): string | null {
  const root = rootOf(source);
  return root && walk(root, notes);
}

/** The Markdown of a text that is nothing but one card of it; null for others. */
export function lexicalMarkdown(source: string, notes: CardNotes): string | null {
  const root = rootOf(source);
  const [only, ...others] = root ? childrenOf(root).filter((node) => !isEmpty(node)) : [];
  if (!only || others.length > 0 || only.type !== "markdown") return null;
  return isCut(only, notes) ? "" : textOf(only.markdown);
}

const isEmpty = (node: Node): boolean => node.type === "paragraph" && childrenOf(node).length === 0;
