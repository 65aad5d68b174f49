import type { Element } from "hast";

/** Parts that a drawing repeats by reference count each time they are drawn. */
const MOST_DRAWN = 1_000_000;

const reference = /url\(\s*["']?#([\w.:-]+)/gi;
const referencesIn = (text: string): string[] => [...text.matchAll(reference)].flatMap(([, id]) => id ?? []);

const elementsBelow = (element: Element): Element[] => [
  element,
  ...element.children.flatMap((child) => (child.type === "element" ? elementsBelow(child) : [])),
];

/** What an element refers to: a part that it repeats, and parts that it is painted, cut or filtered with. */
function referencesOf({ properties }: Element): string[] {
  const { href, ...others } = properties;
  const repeated = typeof href === "string" && href.startsWith("#") ? [href.slice(1)] : [];
  return [...repeated, ...Object.values(others).flatMap((value) => referencesIn(String(value)))];
}

/**
 * Whether a browser has more to draw than it can: parts that repeat others ten times, which repeat others again, are a
 * hundred million after eight steps, and the page that shows them stands still.
 */
export function isEndless(svg: Element): boolean {
  const named = new Map(
    // Of several with one name browsers take the first.
    elementsBelow(svg)
      .toReversed()
      .flatMap((element) => (element.properties.id ? [[String(element.properties.id), element]] : [])),
  );
  const known = new Map<Element, number>();
  const drawn = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Browsers leave out a part that refers to itself.
    known.set(element, 0);
    let sum = 1;
    for (const child of element.children) if (child.type === "element") sum += drawn(child);
    for (const id of referencesOf(element)) {
      const part = named.get(id);
      if (part) sum += drawn(part);
    }
    known.set(element, sum);
    return sum;
  };
  return drawn(svg) > MOST_DRAWN;
}
