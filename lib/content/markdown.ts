import type { Root } from "hast";
import type { Nodes, Root as MarkdownRoot } from "mdast";
import rehypeParse from "rehype-parse";
import rehypeRaw from "rehype-raw";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype, { type Options } from "remark-rehype";
import { unified } from "unified";
import { gatherAdmonitions, markAlert, separateMarkers } from "./admonitions";

/** Blocks and spans nested deeper than this become their text, before anything walks them recursively. */
const MAX_DEPTH = 80;

const bridge: Options = {
  allowDangerousHtml: true,
  // The sanitiser prefixes every id; a second prefix would only make addresses longer.
  clobberPrefix: "",
  footnoteBackLabel: (reference, again) => `↩ ${reference + 1}${again > 1 ? `-${again}` : ""}`,
};

// Made once: putting a processor together costs more than rendering a short text.
const plain = unified().use(remarkParse).use(remarkRehype, bridge).freeze();
const github = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, bridge).freeze();
const withRaw = unified().use(rehypeRaw).freeze();
const html = unified().use(rehypeParse, { fragment: true }).freeze();

// Without one of these a text has no GitHub syntax in it, and plain CommonMark is read twice as fast.
const githubSigns = /[|~]|\[[\^ xX\t]/;
// Nor has it where none of these stands in its words: most addresses are those of links.
const addressSigns = /@|www\.|https?:/i;

function textOf(node: Nodes): string {
  const parts: string[] = [];
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ("value" in next && next.type !== "html") parts.push(next.value);
    else if ("children" in next) waiting.push(...next.children.toReversed());
  }
  return parts.join(" ");
}

function hasAddresses(tree: MarkdownRoot): boolean {
  const waiting: Nodes[] = [tree];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "text" && addressSigns.test(next.value)) return true;
    if ("children" in next) waiting.push(...next.children);
  }
  return false;
}

/** Reads a text as plain CommonMark where that finds the same in it, otherwise with GitHub's additions. */
function read(markdown: string): { source: MarkdownRoot; processor: typeof plain } {
  if (!githubSigns.test(markdown)) {
    const source = plain.parse(markdown);
    if (!addressSigns.test(markdown) || !hasAddresses(source)) return { source, processor: plain };
  }
  return { source: github.parse(markdown), processor: github };
}

/** Limits the depth, gathers admonitions, and says whether there is HTML among the Markdown. */
function arrange(tree: MarkdownRoot): boolean {
  let hasHtml = false;
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (node.type === "html") hasHtml = true;
    if (!("children" in node)) continue;
    if (depth >= MAX_DEPTH) {
      node.children = [{ type: "text", value: textOf(node) }];
      continue;
    }
    if (node.type === "root" || node.type === "blockquote" || node.type === "listItem") gatherAdmonitions(node);
    if (node.type === "blockquote") markAlert(node);
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
  return hasHtml;
}

/** The tree of a Markdown text: CommonMark, GitHub's additions, footnotes, admonitions and the HTML within. */
export function parseMarkdown(markdown: string): { tree: Root; hasHtml: boolean } {
  const { source, processor } = read(separateMarkers(markdown));
  const hasHtml = arrange(source);
  const tree = processor.runSync(source);
  return { tree: hasHtml ? withRaw.runSync(tree) : tree, hasHtml };
}

/** The tree of an HTML fragment. */
export const parseHtml = (fragment: string): Root => html.parse(fragment);
