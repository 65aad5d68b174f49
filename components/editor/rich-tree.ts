import type { Element, ElementContent, Root } from "hast";

/** Names of attributes that a tree writes differently. */
const names = new Map([
  ["colspan", "colSpan"],
  ["rowspan", "rowSpan"],
  ["tabindex", "tabIndex"],
]);

/** What a node is by itself: where it is a form, `node[name]` is its field of that name. */
const own = <T extends globalThis.Node, K extends keyof T & string>(type: { prototype: T }, name: K, node: T): T[K] =>
  Reflect.get(type.prototype, name, node) as T[K];

const propertyOf = (name: string): string =>
  names.get(name) ??
  (name.startsWith("data-") ? name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name);

function propertiesOf(element: globalThis.Element): Element["properties"] {
  const properties: Element["properties"] = {};
  for (const { name, value } of own(globalThis.Element, "attributes", element))
    if (name === "class") properties.className = value.split(/\s+/).filter(Boolean);
    else properties[propertyOf(name)] = value;
  return properties;
}

const childrenOf = (parent: Node): ElementContent[] =>
  [...own(globalThis.Node, "childNodes", parent)].flatMap((node): ElementContent[] => {
    if (node instanceof Text) return [{ type: "text", value: node.data }];
    if (!(node instanceof globalThis.Element)) return [];
    const tagName = own(globalThis.Element, "localName", node);
    return [{ type: "element", tagName, properties: propertiesOf(node), children: childrenOf(node) }];
  });

/** The tree of HTML as this browser reads it, which brings its own parser. Nothing in it is loaded or run. */
export const treeOf = (html: string): Root => ({
  type: "root",
  children: childrenOf(new DOMParser().parseFromString(html, "text/html").body),
});

/** Pasted HTML whose fields have no names: the editor asks forms what they are, as if they could not answer otherwise. */
export function withoutFieldNames(html: string): string {
  if (!/<form/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const named of body.querySelectorAll("form [name], form [id]"))
    for (const name of ["name", "id"]) globalThis.Element.prototype.removeAttribute.call(named, name);
  return body.innerHTML;
}
