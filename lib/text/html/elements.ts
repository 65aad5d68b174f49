import type { Element, ElementContent, Nodes, Root } from "hast";

/** Prefix of every id, so that no text can take a name that the page's scripts use. */
export const ID_PREFIX = "t-";

const list = (names: string): string[] => names.split(" ");

const proseTags = [
  ...list("a abbr address b bdi bdo blockquote br cite code dd del details dfn div dl dt em figcaption figure"),
  ...list("h1 h2 h3 h4 h5 h6 hr i ins kbd label li mark ol p picture pre q rp rt ruby s samp section small"),
  ...list("span strike strong sub summary sup time tt u ul var wbr"),
];
const mediaTags = list("audio iframe img input source track video");

/** Elements that are valid inside a table only and would break out of other places. */
export const tableParts: ReadonlySet<string> = new Set(list("caption col colgroup tbody td tfoot th thead tr"));

/** Allowed elements; others are unwrapped, or dropped with their content if they are in `droppedTags`. */
export const allowedTags: ReadonlySet<string> = new Set([...proseTags, "table", ...tableParts, ...mediaTags]);

/** Elements without prose: script, foreign syntax, or text that other parsers read differently. */
export const droppedTags: ReadonlySet<string> = new Set(
  list(
    "applet base embed frame frameset head link math meta noembed noframes noscript object option plaintext script select style svg template textarea title xmp",
  ),
);

/** Inline elements; the text of others is separated by a space. */
export const inlineTags: ReadonlySet<string> = new Set([
  ...list("a abbr b bdi bdo cite code del dfn em i img input ins kbd label mark q rp rt ruby s samp small"),
  ...list("span strike strong sub sup time tt u var wbr"),
]);

/** Elements that begin and end lines. A `br` does not: the directions of reading before it go on behind it. */
export const blockTags: ReadonlySet<string> = new Set(
  [...allowedTags].filter((tag) => !inlineTags.has(tag) && ![...mediaTags, "picture", "br"].includes(tag)),
);

/** Code in lines and blocks, which readers copy, and perhaps run. */
export const copiedTags: ReadonlySet<string> = new Set(list("pre code kbd samp"));

/**
 * Signs that nobody sees: those that turn the order over, those that act where they are put in, and those of which names
 * and whole sentences can be made that only programs read. Some scripts and emoji need four of them.
 */
const unseen = /[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;

/**
 * Code that is copied as it is read, without unseen signs. What ends a line where it is put in, and with it a comment, is
 * a line here: browsers show nothing in place of a lone carriage return.
 */
export const asCopied = (code: string): string => code.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(unseen, "");

/** The element's classes; none without the attribute. */
export const classesOf = ({ properties }: Element): (string | number)[] =>
  Array.isArray(properties.className) ? properties.className : [];

/** Whether a node is an element with one of these names. */
export const isElement = (node: ElementContent | undefined, ...tagNames: string[]): node is Element =>
  node?.type === "element" && tagNames.includes(node.tagName);

/** The result of a library's step as a tree, whatever node it returns. */
export const rootOf = (node: Nodes): Root =>
  node.type === "root" ? node : { type: "root", children: node.type === "doctype" ? [] : [node] };

/** A new element. */
export const element = (
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[] = [],
): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

/**
 * All text below a node except in dropped elements; without recursion, since it runs where the tree is too deep for
 * that.
 */
export function textBelow(node: Element): string {
  const parts: string[] = [];
  const waiting: ElementContent[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text") parts.push(next.value);
    else if (next.type === "element" && !droppedTags.has(next.tagName))
      for (let i = next.children.length - 1; i >= 0; i -= 1) {
        const child = next.children[i];
        if (child) waiting.push(child);
      }
  }
  return parts.join("");
}
