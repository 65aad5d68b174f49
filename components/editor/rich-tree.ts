import type { Element, ElementContent, Root } from "hast";

/** Names of attributes that a tree writes differently. */
const names = new Map([
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
  ["tabindex", "tabIndex"],
]);

const propertyOf = (name: string): string =>
  names.get(name) ??
  (name.startsWith("data-") ? name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name);

function propertiesOf(element: globalThis.Element): Element["properties"] {
  const properties: Element["properties"] = {};
  for (const { name, value } of element.attributes)
    if (name === "class") properties.className = value.split(/\s+/).filter(Boolean);
    else properties[propertyOf(name)] = value;
  return properties;
}

const childrenOf = (parent: Node): ElementContent[] =>
  [...parent.childNodes].flatMap((node): ElementContent[] => {
    if (node instanceof Text) return [{ type: "text", value: node.data }];
    if (!(node instanceof globalThis.Element)) return [];
    return [{ type: "element", tagName: node.localName, properties: propertiesOf(node), children: childrenOf(node) }];
  });

/** The tree of HTML as this browser reads it, which brings its own parser. Nothing in it is loaded or run. */
export const treeOf = (html: string): Root => ({
  type: "root",
  children: childrenOf(new DOMParser().parseFromString(html, "text/html").body),
});
