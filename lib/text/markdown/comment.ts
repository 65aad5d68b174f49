import type { Element, Root } from "hast";
import MarkdownIt from "markdown-it";
import type { Nodes, PhrasingContent, Root as MarkdownRoot } from "mdast";
import { toHast } from "mdast-util-to-hast";
import { autolinks } from "./autolinks";
import { asCopied, rootOf } from "../html/elements";
import { turnsIn } from "../html/directions";
import { thinMarks } from "../html/marks";
import { asWritten } from "./parser";
import { sanitizeComment } from "../html/sanitize";
import { tooComplex } from "./source";
import { readMarkdown } from "./syntax-tree";
import { writeHtml } from "../html/write-html";

/**
 * The most turns of the direction of reading: some, and one for every word. A page holds hundreds of comments, over each
 * letter of which browsers took time where every other one is read from the other side.
 */
const mostTurns = (letters: number): number => 100 + letters / 10;

/** Quotes and lists nested deeper become their text. */
const MAX_DEPTH = 8;

/** Syntax that comments do not have: headings, pictures, tables and HTML stay as typed. */
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

/** More marks of quotes and lists at the start of a line than anyone means; parsing them takes quadratic time. */
const crowded = new RegExp(
  String.raw`^([ \t]*)(>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))((?:[.)]?[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))){${MAX_DEPTH},})`,
  "gm",
);

/** Escapes the first mark of such a line, so that all of them are text. */
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

/** A line break in a comment is kept; people do not know of the two spaces before it. */
const withBreaks = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] =>
    node.type === "text" && node.value.includes("\n")
      ? node.value
          .split(/(?<!\s)\s*\n\s*/)
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
    if (node.type === "code" || node.type === "inlineCode") node.value = asCopied(node.value);
    if (!("children" in node)) continue;
    if (depth >= MAX_DEPTH * 2) node.children = [{ type: "text", value: textOf(node) }];
    else if (node.type === "paragraph" || node.type === "emphasis" || node.type === "strong" || node.type === "link")
      node.children = withBreaks(node.children);
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** Marks links `nofollow ugc`, so that spam gains nothing; returns their number. */
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
 * Renders a comment to safe HTML: emphasis, code, links, quotes and lists. Rendered in place, since a comment is short
 * and the way to the worker takes longer.
 */
export function renderComment(markdown: string): { html: string; links: number } {
  try {
    const { tree: source } = readMarkdown(withoutCrowds(markdown), reader);
    arrange(source);
    const tree = rootOf(toHast(source));
    const links = markLinks(tree);
    thinMarks(tree);
    if (turnsIn(tree).all > mostTurns(markdown.length)) throw tooComplex();
    return { html: writeHtml(sanitizeComment(tree)), links };
  } catch (error) {
    if (error instanceof RangeError) throw tooComplex();
    throw error;
  }
}
