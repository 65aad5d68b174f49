import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import type { ListItem, Nodes, Parent, Root as MarkdownRoot } from "mdast";
import { defaultHandlers, type Options, toHast } from "mdast-util-to-hast";
import { gatherAdmonitions, markAlert } from "./admonitions";
import { captionCode } from "./code-info";
import { rootOf } from "../html/elements";
import { parseHtml } from "../html/parse-html";
import { MAX_DEPTH } from "./parser";
import { readText } from "./syntax-tree";

const bridge: Options = {
  // Called without the list, so that an item does not search all its neighbours for a loose one.
  handlers: { listItem: (state, item: ListItem) => defaultHandlers.listItem(state, item, undefined) },
  allowDangerousHtml: true,
  // The sanitiser prefixes every id; a second prefix would only lengthen addresses.
  clobberPrefix: "",
  footnoteBackLabel: (reference, again) => `↩ ${reference + 1}${again > 1 ? `-${again}` : ""}`,
};

function textOf(node: Nodes): string {
  const parts: string[] = [];
  const waiting: Nodes[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ("value" in next && next.type !== "html") parts.push(next.value);
    else if ("children" in next) waiting.push(...next.children.toReversed());
  }
  return parts.join(" ");
}

/** Limits the depth, makes admonitions, and returns whether the Markdown contains HTML. */
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
    const parent: Parent = node;
    const children = node.children;
    if (children.some((child) => child.type === "code" && child.meta))
      parent.children = children.map((child) => (child.type === "code" ? captionCode(child) : child));
    for (const child of children) waiting.push({ node: child, depth: depth + 1 });
  }
  return hasHtml;
}

/** The tree of a Markdown text: CommonMark, GitHub's extensions, footnotes, admonitions and inline HTML. */
export function parseMarkdown(markdown: string): { tree: Root; hasHtml: boolean } {
  const { tree: source } = readText(markdown);
  const hasHtml = arrange(source);
  const tree = rootOf(toHast(source, bridge));
  return { tree: hasHtml ? parseHtml(toHtml(tree, { allowDangerousHtml: true })) : tree, hasHtml };
}
