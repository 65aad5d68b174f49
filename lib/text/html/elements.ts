import type { Element, ElementContent, Nodes, Root } from "hast";

const list = (names: string): string[] => names.split(" ");

const proseTags = [
  ...list("a abbr address b bdi bdo blockquote br cite code dd del details dfn div dl dt em figcaption figure"),
  ...list("h1 h2 h3 h4 h5 h6 hr i ins kbd label li mark ol p picture pre q rp rt ruby s samp section small"),
  ...list("span strike strong sub summary sup time tt u ul var wbr"),
];
const mediaTags = list("audio iframe img input source track video");

/** Elements that mean something inside a table only, and would break out of their place elsewhere. */
export const tableParts: ReadonlySet<string> = new Set(list("caption col colgroup tbody td tfoot th thead tr"));

/** Every element that survives; the others are unwrapped, or dropped with their content if in `droppedTags`. */
export const allowedTags: ReadonlySet<string> = new Set([...proseTags, "table", ...tableParts, ...mediaTags]);

/** Elements whose content is not prose: script, foreign syntax, or text another parser would read differently. */
export const droppedTags: ReadonlySet<string> = new Set(
  list(
    "applet base embed frame frameset head link math meta noembed noframes noscript object option plaintext script select style svg template textarea title xmp",
  ),
);

/** Elements that stand inside a line; the text of all others is set apart by a space. */
export const inlineTags: ReadonlySet<string> = new Set([
  ...list("a abbr b bdi bdo cite code del dfn em i img input ins kbd label mark q rp rt ruby s samp small"),
  ...list("span strike strong sub sup time tt u var wbr"),
]);

/** The element's classes; none when the attribute is missing. */
export const classesOf = ({ properties }: Element): (string | number)[] =>
  Array.isArray(properties.className) ? properties.className : [];

/** Whether a node is an element with one of these names. */
export const isElement = (node: ElementContent | undefined, ...tagNames: string[]): node is Element =>
  node?.type === "element" && tagNames.includes(node.tagName);

/** What a step of others made of a tree, as a tree: they may answer with any node. */
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

/** All text below a node that is not dropped; without recursion, because it is asked where the tree is too deep for that. */
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
