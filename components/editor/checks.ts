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

type Link = { line: number; label: string; target: string };

/** Every link written as `[…](…)`. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  eachTextLine(text, (line, number) => {
    for (const [, label = "", bracketed, bare] of line.replace(inlineCode, "").matchAll(link))
      links.push({ line: number, label: label.trim(), target: (bracketed ?? bare ?? "").trim() });
  });
  return links;
}

/** Addresses on this site in a text, without fragments, each once. */
export const pathsOf = (text: string): string[] => [
  ...new Set(linksOf(text).flatMap(({ target }) => (/^\/(?!\/)/.test(target) ? [target.split("#")[0] ?? ""] : []))),
];

/** Ids of headings, where they are known; null skips `#…` links. */
type Known = { missing: readonly string[]; anchors: readonly string[] | null };

function textFindings(text: string, { missing, anchors }: Known): Finding[] {
  const findings: Finding[] = [];
  eachTextLine(text, (raw, line) => {
    const code = raw.replace(inlineCode, "");
    for (const [, alt = "", bracketed, bare] of code.matchAll(image))
      if (alt.trim() === "") findings.push({ kind: "no-alt", line, what: bracketed ?? bare ?? "" });
    for (const [tag] of code.matchAll(htmlImage))
      if (!/\balt\s*=\s*("[^"]+"|'[^']+'|[^\s"'>]+)/i.test(tag)) findings.push({ kind: "no-alt", line });
  });
  for (const { line, label, target } of linksOf(text)) {
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
  { title, text, summary }: { title: string; text: string; summary: string },
  known: Known,
): Finding[] {
  const findings: Finding[] = [];
  if (title.trim() === "") findings.push({ kind: "no-title" });
  if (text.trim() === "") findings.push({ kind: "no-text" });
  if (summary.trim() === "") findings.push({ kind: "no-summary" });
  return [...findings, ...textFindings(text, known)];
}
