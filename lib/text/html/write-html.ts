import type { Element, ElementContent, Properties, Root } from "hast";
import { type Options, toHtml } from "hast-util-to-html";

/**
 * Noncharacters, which no text needs. They replace the signs while the library writes, as it leaves those bare in
 * attributes.
 */
const [LESS, MORE] = ["\uFDD0", "\uFDD1"];
const angle = /[<>]/;
const reserved = /[\uFDD0\uFDD1]/g;

const isMarkup = (value: Properties[string]): boolean =>
  Array.isArray(value)
    ? value.some((each) => angle.test(String(each)))
    : typeof value === "string" && angle.test(value);

/** Every element below a node. */
export function* elementsBelow(node: Root | Element): Generator<Element> {
  const waiting: (Root | Element)[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const child of next.children)
      if (child.type === "element") {
        yield child;
        waiting.push(child);
      }
}

const marked = (value: string): string => value.replace(reserved, "\uFFFD").replaceAll("<", LESS).replaceAll(">", MORE);

function markValue(value: Properties[string]): Properties[string] {
  if (Array.isArray(value)) return value.map((each) => (typeof each === "string" ? marked(each) : each));
  return typeof value === "string" ? marked(value) : value;
}

/** Parsers drop one line break right after `<pre>`. */
const swallows = (node: Root | Element): boolean =>
  node.type === "element" &&
  node.tagName === "pre" &&
  node.children[0]?.type === "text" &&
  node.children[0].value.startsWith("\n");

/** A copy with marked signs in attributes, and doubled what a parser would drop. */
function mark<N extends Root | Element>(node: N): N {
  const children = node.children.map((child) => {
    if (child.type === "text") return { ...child, value: child.value.replace(reserved, "\uFFFD") };
    return child.type === "element" ? mark(child) : child;
  }) as ElementContent[];
  if (swallows(node)) children.unshift({ type: "text", value: "\n" });
  if (node.type === "root") return { ...node, children };
  const properties = Object.fromEntries(
    Object.entries(node.properties).map(([name, value]) => [name, markValue(value)]),
  );
  return { ...node, properties, children };
}

function needsMarks(tree: Root): boolean {
  for (const element of elementsBelow(tree))
    if (swallows(element) || Object.values(element.properties).some(isMarkup)) return true;
  return false;
}

/**
 * The one writer of HTML. It escapes `<` and `>` in attributes, too, so that no reader takes their content for a tag or
 * a comment. Browsers read in it what the tree holds.
 */
export function writeHtml(tree: Root, options?: Options): string {
  const html = needsMarks(tree)
    ? toHtml(mark(tree), options).replaceAll(LESS, "&#x3C;").replaceAll(MORE, "&#x3E;")
    : toHtml(tree, options);
  // Parsers read a bare carriage return as a line break.
  return html.replaceAll("\r", "&#xD;");
}
