import { decodedAddress } from "../address-parts";
import { slug } from "github-slugger";
import type { Findings } from "./findings";
import { element, ID_PREFIX } from "./elements";
import { collapse } from "../plain";
import { ANCHOR } from "./sanitize";

/** One entry of a table of contents; `id` as in the HTML, `depth` 1 to 4 as in `h1` to `h4`. */
export type TocEntry = { id: string; text: string; depth: number };

const DEEPEST_IN_TOC = 4;
const plainFragment = /^[\p{L}\p{N}\p{M}_-]+$/u;

const hrefTo = (id: string): string => `#${plainFragment.test(id) ? id : encodeURIComponent(id)}`;

function uniqueId(text: string, ids: Set<string>, seen: Map<string, number>): string {
  // Ids of headings as GitHub makes them, which links in Markdown expect.
  const base = slug(text) || "section";
  let n = seen.get(base) ?? 0;
  let id = n === 0 ? base : `${base}-${n}`;
  while (ids.has(id)) id = `${base}-${(n += 1)}`;
  seen.set(base, n);
  ids.add(id);
  return id;
}

/** Gives every heading an id and an anchor; returns the table of contents. */
export function finishHeadings(findings: Findings): TocEntry[] {
  const toc: TocEntry[] = [];
  const seen = new Map<string, number>();
  for (const heading of findings.headings) {
    const text = collapse(heading.text);
    const { properties, children, tagName } = heading.element;
    const id = typeof properties.id === "string" ? properties.id : uniqueId(text, findings.ids, seen);
    properties.id = id;
    const depth = Number(tagName.slice(1));
    if (text && depth <= DEEPEST_IN_TOC) toc.push({ id: ID_PREFIX + id, text, depth });
    // Empty, so that feeds, copies and searches get no stray sign (the style sheet draws it). For the pointer only: it
    // leads to where one is already, and would be another stop for keyboards.
    if (!heading.inLink)
      children.push(
        element("a", { className: [ANCHOR], href: hrefTo(ID_PREFIX + id), ariaHidden: "true", tabIndex: -1 }),
      );
  }
  return toc;
}

/** Points links to places in this text at the prefixed ids; others (such as `#comments`) belong to the page. */
export function finishFragments(findings: Findings): void {
  for (const { properties } of findings.fragments) {
    const wanted = decodedAddress(String(properties.href).slice(1));
    // A link of an earlier rendering has the prefix already and must not get it twice.
    const known =
      wanted.startsWith(ID_PREFIX) && findings.ids.has(wanted.slice(ID_PREFIX.length))
        ? wanted.slice(ID_PREFIX.length)
        : wanted;
    const id = [known, known.toLowerCase()].find((candidate) => findings.ids.has(candidate));
    if (id !== undefined) properties.href = hrefTo(ID_PREFIX + id);
  }
}
