import type { Element, Properties, Root } from "hast";
import { readTokens } from "./html-tokens";
import { elementsBelow } from "./write-html";

/** Attributes that hold one address. */
const single = new Set(["href", "src", "poster", "cite"]);

const candidates = (sources: string): string[] =>
  sources.split(/,\s+/).map((source) => source.trim().split(/\s/)[0] ?? "");

/** Addresses that may be of this site: the others name their scheme, or a place in the same text. */
const mayBeLocal = (address: string): boolean => address.startsWith("/") || /^https?:/i.test(address);

/** The addresses of one attribute. */
const addressesOf = (name: string, value: string): string[] =>
  (single.has(name) ? [value] : name === "srcset" ? candidates(value) : []).filter(mayBeLocal);

const valuesOf = (value: Properties[string]): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : "";

/** What the elements of a text lead to or show, each once; addresses that cannot be of this site are left out. */
export function addressesInTree(tree: Root): string[] {
  const found = new Set<string>();
  const note = ({ properties }: Element) => {
    for (const name of Object.keys(properties))
      for (const address of addressesOf(name.toLowerCase(), valuesOf(properties[name]))) found.add(address);
  };
  for (const element of elementsBelow(tree)) note(element);
  return [...found];
}

/** The same of HTML that the sanitiser has written. */
export function addressesInHtml(html: string): string[] {
  const found = new Set<string>();
  readTokens(html, {
    tag: ({ attrs }, isStart) => {
      if (isStart)
        for (const { name, value } of attrs) for (const address of addressesOf(name, value)) found.add(address);
    },
  });
  return [...found];
}
