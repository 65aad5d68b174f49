import type { Element, ElementContent, Root as HtmlRoot, RootContent, Text } from "hast";
import { toMdast } from "hast-util-to-mdast";
import type { Root } from "mdast";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import { droppedTags } from "../html/elements";
import { parsedWithin } from "../html/parse-html";
import { plainTextOf } from "../html/plain-text";
import { depthOf } from "./from-html";
import { escapedMarkdown, simpleMarkdown } from "./simple-markdown";

/** Deeper comments become their text; nobody writes them, and the libraries recurse. */
const MAX_DEPTH = 60;
/** Comments of more elements become their text as well, as others wait while they are read. */
const MOST_ELEMENTS = 5000;
/** What the small Markdown of comments can say; of other elements the content stays. */
const known = new Set(["p", "br", "em", "strong", "i", "b", "code", "pre", "a", "blockquote", "ul", "ol", "li"]);
const marks = new Set(["em", "strong", "i", "b", "code", "a"]);
const blocks = new Set(["div", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dt", "dd", "figure"]);

const written: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  resourceLink: true,
  listItemIndent: "one",
  // In a comment, every line break is one.
  handlers: { break: () => "\n" },
};

const textNode = (value: string): Text => ({ type: "text", value });

/** A picture, which comments do not show: a link to it, or its words in a link. */
function pictureLink({ properties }: Element, inLink: boolean): ElementContent {
  const [address, words] = [String(properties.src ?? ""), textNode(String(properties.alt ?? ""))];
  if (inLink || !/^https?:/i.test(address)) return words;
  const children = words.value === "" ? [textNode(address)] : [words];
  return { type: "element", tagName: "a", properties: { href: address }, children };
}

const isBlank = (nodes: readonly ElementContent[]): boolean =>
  nodes.every((node) =>
    node.type === "text" ? node.value.trim() === "" : node.type !== "element" || isBlank(node.children),
  );

function narrowed(nodes: readonly (RootContent | ElementContent)[], inLink = false): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === "text") return [node];
    if (node.type !== "element" || droppedTags.has(node.tagName)) return [];
    if (node.tagName === "img") return [pictureLink(node, inLink)];
    const children = narrowed(node.children, inLink || node.tagName === "a");
    if (blocks.has(node.tagName)) return [{ ...node, tagName: "p", properties: {}, children }];
    if (!known.has(node.tagName)) return children;
    const { href } = node.properties;
    // Marks around blanks show nothing, and would keep signs before them from being escaped.
    if (marks.has(node.tagName) && isBlank(children)) return children;
    if (node.tagName === "a" && (typeof href !== "string" || !/^(?:https?:|mailto:|\/|#)/i.test(href))) return children;
    return [{ ...node, children }];
  });
}

/** A comment's HTML in the small Markdown of comments, of which the same words are shown. */
export function commentFromHtml(html: string): string {
  const simple = simpleMarkdown(html);
  if (simple !== null) return simple;
  const parsed = depthOf(html) > MAX_DEPTH ? null : parsedWithin(html, MOST_ELEMENTS);
  if (parsed === null) return escapedMarkdown(plainTextOf(html));
  const root: HtmlRoot = { type: "root", children: narrowed(parsed.children) };
  const tree = toMdast(root, { document: true });
  const markdown: Root = tree.type === "root" ? tree : { type: "root", children: [] };
  return toMarkdown(markdown, written).trim();
}
