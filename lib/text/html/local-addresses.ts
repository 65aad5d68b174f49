import type { Element, Root } from "hast";
import { readTokens } from "./html-tokens";
import { schema } from "./sanitize";

/** Attributes with addresses, and what each address is. */
const attributes: Readonly<Record<string, "one" | "many">> = {
  href: "one",
  src: "one",
  poster: "one",
  cite: "one",
  srcSet: "many",
};
const nameOf = (rule: string | readonly unknown[]): string => String(typeof rule === "string" ? rule : rule[0]);
/** The same by element, as far as the sanitiser allows them. */
const held = new Map(
  Object.entries(schema.attributes ?? {})
    .map(([tagName, rules]) => [tagName, rules.map(nameOf).filter((name) => name in attributes)] as const)
    .filter(([, names]) => names.length > 0),
);

const candidates = (sources: string): string[] =>
  sources.split(/,\s+/).map((source) => source.trim().split(/\s/)[0] ?? "");

/** Whether an address may be of this site: no other scheme, no mere fragment. */
const mayBeLocal = (address: string): boolean => address.startsWith("/") || /^https?:/i.test(address);

function add(found: Set<string>, name: string, value: string): void {
  for (const address of attributes[name] === "many" ? candidates(value) : [value])
    if (mayBeLocal(address)) found.add(address);
}

/** The addresses in a sanitised tree, each once; those that cannot be of this site are left out. */
export function addressesInTree(tree: Root): string[] {
  const found = new Set<string>();
  const waiting: (Root | Element)[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const child of next.children) {
      if (child.type !== "element") continue;
      waiting.push(child);
      for (const name of held.get(child.tagName) ?? []) {
        const value = child.properties[name];
        if (typeof value === "string") add(found, name, value);
      }
    }
  return [...found];
}

/** The same of HTML. */
export function addressesInHtml(html: string): string[] {
  const found = new Set<string>();
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      if (!isStart) return;
      for (const name of held.get(tagName) ?? [])
        for (const attribute of attrs) if (attribute.name === name.toLowerCase()) add(found, name, attribute.value);
    },
  });
  return [...found];
}

/** The addresses of the images that HTML shows, each once. */
export function imagesInHtml(html: string): string[] {
  const found = new Set<string>();
  readTokens(html, {
    tag: ({ tagName, attrs }, isStart) => {
      if (!isStart || tagName !== "img") return;
      for (const { name, value } of attrs) if (name === "src") add(found, name, value);
    },
  });
  return [...found];
}
