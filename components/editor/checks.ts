import { eachTextLine } from "./outline";

/** A problem for readers; `line` is its line in the text (from 1). */
export type Finding = {
  kind: "no-title" | "no-text" | "no-summary" | "no-alt" | "empty-link" | "broken-link";
  line?: number;
  what?: string;
};

const inlineCode = /(`+)(?:(?!\1)[\s\S])*?\1/g;
// Unambiguous and bounded, since it runs at each key.
const target = String.raw`\(\s{0,9}(?:<([^>]{0,2000})>|([^)\s]{0,2000}))(?:\s[^)]{0,1000})?\)`;
const image = new RegExp(String.raw`!\[([^\]]{0,1000})\]${target}`, "g");
const link = new RegExp(String.raw`(?<!!)\[((?:[^[\]!]|!(?!\[)|!?\[[^\]]{0,1000}\]){0,1000})\]${target}`, "g");
const htmlImage = /<img\b[^>]{0,4000}>/gi;

export type Link = { line: number; label: string; target: string };
export type Picture = { line: number; alt: string; address?: string };

/** Every link written as `[…](…)`. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  eachTextLine(text, (line, number) => {
    for (const [, label = "", bracketed, bare] of line.replace(inlineCode, "").matchAll(link))
      links.push({ line: number, label: label.trim(), target: (bracketed ?? bare ?? "").trim() });
  });
  return links;
}

/** Every picture of a Markdown text, in its own notation or in HTML's. */
export function picturesOf(text: string): Picture[] {
  const pictures: Picture[] = [];
  eachTextLine(text, (raw, line) => {
    const code = raw.replace(inlineCode, "");
    for (const [, alt = "", bracketed, bare] of code.matchAll(image))
      pictures.push({ line, alt, address: bracketed ?? bare ?? "" });
    for (const [tag] of code.matchAll(htmlImage)) {
      const [, given = ""] = /\balt\s*=\s*("[^"]+"|'[^']+'|[^\s"'>]+)/i.exec(tag) ?? [];
      pictures.push({ line, alt: given });
    }
  });
  return pictures;
}

/** Addresses on this site among links, without fragments, each once. */
export const pathsOf = (links: readonly Link[]): string[] => [
  ...new Set(links.flatMap(({ target }) => (/^\/(?!\/)/.test(target) ? [target.split("#")[0] ?? ""] : []))),
];

/** Ids of headings, where they are known; null skips `#…` links. */
type Known = { missing: readonly string[]; anchors: readonly string[] | null };

/** The links and pictures of a text. */
type Parts = { links: readonly Link[]; pictures: readonly Picture[] };

function textFindings({ links, pictures }: Parts, { missing, anchors }: Known): Finding[] {
  const findings: Finding[] = pictures
    .filter(({ alt }) => alt.trim() === "")
    .map(({ line, address }) => ({ kind: "no-alt", line, ...(address !== undefined && { what: address }) }));
  for (const { line, label, target } of links) {
    if (target === "" || target === "#" || label === "")
      findings.push({ kind: "empty-link", line, what: label || target });
    else if (missing.includes(target.split("#")[0] ?? "")) findings.push({ kind: "broken-link", line, what: target });
    else if (anchors && target.startsWith("#") && !anchors.includes(decode(target.slice(1))))
      findings.push({ kind: "broken-link", line, what: target });
  }
  return findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Checks before publication; only a missing title forbids it. */
export function checkPost(
  { title, summary, isEmpty, ...parts }: { title: string; summary: string; isEmpty: boolean } & Parts,
  known: Known,
): Finding[] {
  const findings: Finding[] = [];
  if (title.trim() === "") findings.push({ kind: "no-title" });
  if (isEmpty) findings.push({ kind: "no-text" });
  if (summary.trim() === "") findings.push({ kind: "no-summary" });
  return [...findings, ...textFindings(parts, known)];
}
