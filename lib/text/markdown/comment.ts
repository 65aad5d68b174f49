import type { Element, Root } from "hast";
import MarkdownIt from "markdown-it";
import type { Nodes, PhrasingContent, Root as MarkdownRoot } from "mdast";
import { toHast } from "mdast-util-to-hast";
import { autolinks } from "./autolinks";
import { rootOf } from "../html/elements";
import { asWritten } from "./parser";
import { sanitizeComment } from "../html/sanitize";
import { tooComplex } from "./source";
import { readMarkdown } from "./syntax-tree";
import { writeHtml } from "../html/write-html";

/** Quotes and lists nested deeper than this become their text. */
const MAX_DEPTH = 8;

/** What a comment has no need of: what a text has headings, pictures, tables and HTML for stays as it was typed. */
const unread = [
  "heading",
  "lheading",
  "hr",
  "reference",
  "table",
  "code",
  "html_block",
  "html_inline",
  "image",
  "strikethrough",
];

const reader = asWritten(new MarkdownIt({ html: false }))
  .use(autolinks)
  .disable(unread);

/** More marks of quotes and lists before a line than anyone means; reading them takes a time that grows with their square. */
const crowded = new RegExp(
  String.raw`^([ \t]*)(>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))((?:[.)]?[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))){${MAX_DEPTH},})`,
  "gm",
);

/** The first mark of such a line stands for itself, and so do all after it. */
const withoutCrowds = (markdown: string): string =>
  markdown.replace(
    crowded,
    (_all, space: string, mark: string, rest: string) =>
      `${space}${/\d/.test(mark) ? `${mark}\\` : `\\${mark}`}${rest}`,
  );

function textOf(node: Nodes): string {
  const parts: string[] = [];
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text") parts.push(next.value);
    if ("children" in next) waiting.push(...next.children.toReversed());
  }
  return parts.join(" ");
}

/** A line that ends is a line that ends: people do not know of the two spaces before it. */
const withBreaks = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] =>
    node.type === "text" && node.value.includes("\n")
      ? node.value
          .split(/\s*\n\s*/)
          .flatMap((value, i): PhrasingContent[] => [
            ...(i > 0 ? [{ type: "break" } as const] : []),
            ...(value === "" ? [] : [{ type: "text", value } as const]),
          ])
      : [node],
  );

function arrange(tree: MarkdownRoot): void {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (!("children" in node)) continue;
    if (depth >= MAX_DEPTH * 2) node.children = [{ type: "text", value: textOf(node) }];
    else if (node.type === "paragraph" || node.type === "emphasis" || node.type === "strong" || node.type === "link")
      node.children = withBreaks(node.children);
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** Leads search engines to nobody's goods, and tells the other site nothing. Answers how many links there are. */
function markLinks(tree: Root): number {
  let count = 0;
  const waiting: (Root | Element)[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "element" && next.tagName === "a") {
      count += 1;
      next.properties = { href: next.properties.href, rel: ["nofollow", "ugc", "noopener"] };
    }
    for (const child of next.children) if (child.type === "element") waiting.push(child);
  }
  return count;
}

/**
 * Renders a comment to safe HTML: emphasis, code, links, quotes and lists. It is short, so it is rendered
 * where it arrives: the way to the worker and back takes longer.
 */
export function renderComment(markdown: string): { html: string; links: number } {
  try {
    const { tree: source } = readMarkdown(withoutCrowds(markdown), reader);
    arrange(source);
    const tree = rootOf(toHast(source));
    const links = markLinks(tree);
    return { html: writeHtml(sanitizeComment(tree)), links };
  } catch (error) {
    if (error instanceof RangeError) throw tooComplex();
    throw error;
  }
}
