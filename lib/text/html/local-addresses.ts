import type { Element, Root } from "hast";
import { readTokens } from "./html-tokens";
import { schema } from "./sanitize";

/** Attributes that hold addresses, and what each holds. */
const attributes: Readonly<Record<string, "one" | "many">> = {
  href: "one",
  src: "one",
  poster: "one",
  cite: "one",
  srcSet: "many",
};
const nameOf = (rule: string | readonly unknown[]): string => String(typeof rule === "string" ? rule : rule[0]);
/** The same of each element that the sanitiser leaves any. */
const held = new Map(
  Object.entries(schema.attributes ?? {})
    .map(([tagName, rules]) => [tagName, rules.map(nameOf).filter((name) => name in attributes)] as const)
    .filter(([, names]) => names.length > 0),
);

const candidates = (sources: string): string[] =>
  sources.split(/,\s+/).map((source) => source.trim().split(/\s/)[0] ?? "");

/** Addresses that may be of this site: the others name their scheme, or a place in the same text. */
const mayBeLocal = (address: string): boolean => address.startsWith("/") || /^https?:/i.test(address);

function add(found: Set<string>, name: string, value: string): void {
  for (const address of attributes[name] === "many" ? candidates(value) : [value])
    if (mayBeLocal(address)) found.add(address);
}

/** What the elements of a sanitised text lead to or show, each once; addresses that cannot be of this site are left out. */
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

/** The same of the HTML that was made of it. */
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
