import type { Element, ElementContent } from "hast";
import { element, inlineTags, isElement, textBelow } from "./elements";

const isBlank = (node: ElementContent | undefined): boolean => node?.type === "text" && node.value.trim() === "";
const isInline = (node: ElementContent): boolean =>
  node.type !== "element" || inlineTags.has(node.tagName) || node.tagName === "br";
const isCheckbox = (node: ElementContent): boolean => isElement(node, "input") && node.properties.type === "checkbox";

/** Without the elements that an editor (or an earlier rendering) put around checkbox and text. */
const opened = (children: ElementContent[], ...boxes: string[]): ElementContent[] =>
  children
    .flatMap((child) => (isElement(child, ...boxes) ? child.children : [child]))
    .filter((child) => !(isElement(child, "span") && textBelow(child) === ""));

function labelled(checkbox: ElementContent, children: ElementContent[]): ElementContent[] {
  const firstBlock = children.findIndex((child) => !isInline(child));
  const end = firstBlock < 0 ? children.length : firstBlock;
  const words = children.slice(0, end);
  while (isBlank(words[0])) words.shift();
  while (isBlank(words.at(-1))) words.pop();
  const first = words[0];
  if (first?.type === "text") words[0] = { type: "text", value: first.value.trimStart() };
  const last = words.at(-1);
  if (last?.type === "text") words[words.length - 1] = { type: "text", value: last.value.trimEnd() };
  return [element("label", {}, [checkbox, { type: "text", value: " " }, ...words]), ...children.slice(end)];
}

/** Puts the checkbox and its words into one label, so that the checkbox has a name. */
export function arrangeTask(item: Element): void {
  // Tiptap writes `<li data-checked><label><input><span></span></label><div><p>words`.
  const children =
    item.properties.dataChecked === undefined ? opened(item.children, "label") : opened(item.children, "label", "div");
  const first = children.find((child) => !isBlank(child) && !isCheckbox(child));
  const paragraph = isElement(first, "p") ? first : undefined;
  const words = paragraph ? opened(paragraph.children, "label") : [];
  const checkbox = children.find(isCheckbox) ?? words.find(isCheckbox);
  if (!checkbox) return;
  const others = (nodes: ElementContent[]) => nodes.filter((node) => node !== checkbox);
  if (paragraph) paragraph.children = labelled(checkbox, others(words));
  item.children = paragraph ? others(children) : labelled(checkbox, others(children));
}
