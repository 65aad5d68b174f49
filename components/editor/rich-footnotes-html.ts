import type { Element, ElementContent, Root } from "hast";
import { isElement } from "../../lib/text/html/elements";

// How the site's renderer writes footnotes: signs that lead to a list at the end of the text, which leads back.

type Content = Root["children"][number] | ElementContent;

const isBlank = (node: Content) => node.type === "text" && node.value.trim() === "";
const filled = (children: readonly Content[]) => children.filter((node) => !isBlank(node));
const isSet = (element: Element, name: string) => ![undefined, null, false].includes(element.properties[name] as never);

const nameIn = (address: unknown, sign: string): string | null =>
  typeof address === "string" ? (new RegExp(`^${sign}(?:t-)?fn-([\\w-]+)$`).exec(address)?.[1] ?? null) : null;

/** The name of the footnote that an element is the sign of. */
export function signIn(element: Element): string | null {
  const [link, ...more] = element.children;
  if (element.tagName !== "sup" || more.length > 0 || !isElement(link, "a") || !isSet(link, "dataFootnoteRef"))
    return null;
  return nameIn(link.properties.href, "#");
}

/** The content of a footnote, without the links that lead back. */
function withoutWaysBack(children: readonly ElementContent[]): ElementContent[] {
  const rest = children.filter((node) => !(isElement(node, "a") && isSet(node, "dataFootnoteBackref")));
  return rest.map((node, at) =>
    at === rest.length - 1 || filled(rest.slice(at + 1)).length === 0
      ? isElement(node, "p")
        ? { ...node, children: withoutWaysBack(node.children) }
        : node
      : node,
  );
}

/** The footnotes of such a list, or null where it is another one. */
export function footnotesOf(section: Element): { name: string; children: ElementContent[] }[] | null {
  const [list, ...more] = filled(section.children);
  if (section.tagName !== "section" || !isSet(section, "dataFootnotes") || more.length > 0) return null;
  if (!list || !isElement(list as ElementContent, "ol")) return null;
  const notes = filled((list as Element).children).map((item) => {
    const name = isElement(item as ElementContent, "li") ? nameIn((item as Element).properties.id, "") : null;
    return name === null ? null : { name, children: withoutWaysBack((item as Element).children) };
  });
  return notes.length > 0 && notes.every((note) => note !== null) ? notes : null;
}

/**
 * The signs and the list of a text's footnotes; none where they do not belong to each other, each sign to one footnote,
 * in their order.
 */
export function wholeFootnotes(tree: Root): ReadonlySet<Element> {
  const signs: Element[] = [];
  const look = (parent: Root | Element) => {
    for (const node of parent.children) {
      if (node.type !== "element") continue;
      if (signIn(node) !== null) signs.push(node);
      else look(node);
    }
  };
  look(tree);
  const lists = tree.children.filter((node) => node.type === "element" && isSet(node, "dataFootnotes")) as Element[];
  const [list] = lists;
  const notes = list && lists.length === 1 ? footnotesOf(list) : null;
  const order = [...new Set(signs.map(signIn))];
  return list && notes?.map(({ name }) => name).join("\n") === order.join("\n") ? new Set([list, ...signs]) : new Set();
}

const suffix = (nth: number) => (nth > 1 ? `-${nth}` : "");

/** The HTML of a sign. */
export const signHtml = ({ name, number, nth }: { name: string; number: number; nth: number }): string =>
  `<sup><a href="#t-fn-${name}" id="t-fnref-${name}${suffix(nth)}" data-footnote-ref="" role="doc-noteref">${number}</a></sup>`;

type Written = { name: string; number: number; signs: number; blocks: string[] };

/** The HTML of a footnote, whose last paragraph ends with the ways back. */
function noteHtml({ name, number, signs, blocks }: Written): string {
  const back = Array.from({ length: signs }, (_, index) => {
    const nth = index + 1;
    const sign = nth > 1 ? `↩<sup>${nth}</sup>` : "↩";
    return `<a href="#t-fnref-${name}${suffix(nth)}" data-footnote-backref="" aria-label="↩ ${number}${suffix(nth)}" class="data-footnote-backref" role="doc-backlink">${sign}</a>`;
  });
  const last = blocks.at(-1) ?? "";
  const content = last.endsWith("</p>")
    ? [...blocks.slice(0, -1), `${last.slice(0, -"</p>".length)}${back.map((each) => ` ${each}`).join("")}</p>`]
    : [...blocks, ...(back.length > 0 ? [back.join("\n \n")] : [])];
  return `<li id="t-fn-${name}">\n${content.join("\n")}\n</li>`;
}

/** The HTML of the list. */
export const footnotesHtml = (notes: readonly Written[]): string =>
  `<section data-footnotes="" class="footnotes" role="doc-endnotes">\n<ol>\n${notes.map(noteHtml).join("\n")}\n</ol>\n</section>`;
