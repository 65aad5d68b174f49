import type { Element, Root } from "hast";
import type { Nodes, PhrasingContent, Root as MarkdownRoot } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { sanitizeComment } from "./sanitize";
import { tooComplex } from "./source";

/** Quotes and lists nested deeper than this become their text. */
const MAX_DEPTH = 8;

/** What a comment has no need of: what a text has headings, pictures, tables and HTML for stays as it was typed. */
const unread = "headingAtx setextUnderline thematicBreak definition htmlFlow htmlText labelStartImage codeIndented gfmFootnoteDefinition gfmFootnoteCall gfmPotentialFootnoteCall strikethrough table tasklistCheck".split(" ");

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .data({ micromarkExtensions: [{ disable: { null: unread } }] })
  .freeze();
const writer = unified().use(rehypeStringify).freeze();

/** More marks of quotes and lists before a line than anyone means; reading them takes a time that grows with their square. */
const crowded = new RegExp(String.raw`^([ \t]*)(>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))((?:[.)]?[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}(?=[.)][ \t]))){${MAX_DEPTH},})`, "gm");

/** The first mark of such a line stands for itself, and so do all after it. */
const withoutCrowds = (markdown: string): string => markdown.replace(crowded, (_all, space: string, mark: string, rest: string) => `${space}${/\d/.test(mark) ? `${mark}\\` : `\\${mark}`}${rest}`);

function textOf(node: Nodes): string {
  const parts: string[] = [];
  visit(node, "text", ({ value }) => void parts.push(value));
  return parts.join(" ");
}

/** A line that ends is a line that ends: people do not know of the two spaces before it. */
const withBreaks = (nodes: readonly PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] =>
    node.type === "text" && node.value.includes("\n") ? node.value.split(/\s*\n\s*/).flatMap((value, i): PhrasingContent[] => [...(i > 0 ? [{ type: "break" } as const] : []), ...(value === "" ? [] : [{ type: "text", value } as const])]) : [node],
  );

function arrange(tree: MarkdownRoot): void {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (!("children" in node)) continue;
    if (depth >= MAX_DEPTH * 2) node.children = [{ type: "text", value: textOf(node) }];
    else if (node.type === "paragraph" || node.type === "emphasis" || node.type === "strong" || node.type === "link") node.children = withBreaks(node.children as PhrasingContent[]) as typeof node.children;
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** Leads search engines to nobody's goods, and tells the other site nothing. Answers how many links there are. */
function markLinks(tree: Root): number {
  let count = 0;
  visit(tree, "element", (node: Element) => {
    if (node.tagName !== "a") return;
    count += 1;
    node.properties = { href: node.properties.href, rel: ["nofollow", "ugc", "noopener"] };
  });
  return count;
}

/**
 * Renders a comment to safe HTML: emphasis, code, links, quotes and lists. It is short, so it is rendered
 * where it arrives: the way to the worker and back takes longer.
 */
export function renderComment(markdown: string): { html: string; links: number } {
  try {
    const source = processor.parse(withoutCrowds(markdown));
    arrange(source);
    const tree = processor.runSync(source);
    const links = markLinks(tree);
    return { html: writer.stringify(sanitizeComment(tree)), links };
  } catch (error) {
    if (error instanceof RangeError) throw tooComplex();
    throw error;
  }
}
