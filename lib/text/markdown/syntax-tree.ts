import type { Definition, Heading, Html, Image, Link, Parent, Parents, Root, RootContent } from "mdast";
import type { MarkdownIt, Token } from "markdown-it";
import { separateMarkers } from "./admonitions";
import { mailLinks } from "./autolinks";
import { footnoteKey } from "./footnotes";
import { Origin, type Passage, type Row } from "./origin";
import { parser } from "./parser";
import type { Span } from "./places";

type Branch = Exclude<Parents, Root>;

/** A node with an address (HTML may have several), and its place; `line`: the span is within that line. */
export type Holder =
  | { node: Link | Image | Html; passage: Passage; span: Span }
  | { node: Definition; line: number; span: Span };

const texts = new Set(["text", "text_special", "softbreak"]);
/** Parts of a table without nodes in the tree. */
const unmarked = new Set(["thead_close", "tbody_close"]);

const hasMail = (node: RootContent): boolean => node.type === "text" && node.value.includes("@");

const withMailLinks = (node: RootContent): RootContent[] => (node.type === "text" ? mailLinks(node.value) : [node]);

const alignment = /:(left|center|right)$/;
const headingDepths = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 } as const;
const isHeading = (tag: string): tag is keyof typeof headingDepths => Object.hasOwn(headingDepths, tag);

const headingDepth = (tag: string): Heading["depth"] => (isHeading(tag) ? headingDepths[tag] : 6);

function alignOf(token: Token): "left" | "center" | "right" | null {
  const name = alignment.exec(String(token.attrGet("style") ?? ""))?.[1];
  return name === "left" || name === "center" || name === "right" ? name : null;
}

/** The plain words of an image's description. */
function plainText(tokens: readonly Token[] | null): string {
  let text = "";
  for (const token of tokens ?? []) {
    if (token.type === "softbreak") text += "\n";
    else if (token.type === "image") text += plainText(token.children);
    else text += token.content;
  }
  return text;
}

const withoutLastBreak = (content: string): string => (content.endsWith("\n") ? content.slice(0, -1) : content);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const checkedOf = ({ meta }: Token): boolean | null => (typeof meta?.checked === "boolean" ? meta.checked : null);

function fenceInfo(info: string): { lang: string | null; meta: string | null } {
  const [, lang, meta] = /^[ \t]*([^ \t]+)[ \t]*(.*)$/s.exec(info) ?? [];
  return {
    lang: lang ? parser.utils.unescapeAll(lang) : null,
    meta: meta ? parser.utils.unescapeAll(meta.trimEnd()) : null,
  };
}

const titleOf = (token: Token): string | null => {
  const title = token.attrGet("title");
  return title === null ? null : String(title);
};

function footnoteOf(token: Token): { identifier: string; label: string } {
  const label = textOf(token.meta?.label);
  return { identifier: footnoteKey(label), label };
}

function linkOf(token: Token): Branch {
  return { type: "link", url: String(token.attrGet("href") ?? ""), title: titleOf(token), children: [] };
}

/** The node that this token opens; it holds what follows until it is closed. */
function branch(token: Token): Branch | undefined {
  switch (token.type) {
    case "paragraph_open":
      return { type: "paragraph", children: [] };
    case "heading_open":
      return { type: "heading", depth: headingDepth(token.tag), children: [] };
    case "blockquote_open":
      return { type: "blockquote", children: [] };
    case "bullet_list_open":
      return { type: "list", ordered: false, children: [] };
    case "ordered_list_open":
      return { type: "list", ordered: true, start: Number(token.attrGet("start") ?? 1), children: [] };
    case "list_item_open":
      return { type: "listItem", spread: false, checked: checkedOf(token), children: [] };
    case "footnote_open":
      return { type: "footnoteDefinition", ...footnoteOf(token), children: [] };
    case "table_open":
      return { type: "table", align: [], children: [] };
    case "tr_open":
      return { type: "tableRow", children: [] };
    case "th_open":
    case "td_open":
      return { type: "tableCell", children: [] };
    case "em_open":
      return { type: "emphasis", children: [] };
    case "strong_open":
      return { type: "strong", children: [] };
    case "s_open":
      return { type: "delete", children: [] };
    case "link_open":
      return linkOf(token);
    default:
      return undefined;
  }
}

/** The node of a token that stands alone. */
function leaf(token: Token): RootContent | undefined {
  switch (token.type) {
    case "hr":
      return { type: "thematicBreak" };
    case "fence":
      return { type: "code", ...fenceInfo(token.info), value: withoutLastBreak(token.content) };
    case "code_block":
      return { type: "code", value: withoutLastBreak(token.content) };
    case "html_block":
      return { type: "html", value: withoutLastBreak(token.content) };
    case "html_inline":
      return { type: "html", value: token.content };
    case "formula_block":
      return { type: "code", lang: "math", value: token.content };
    case "formula":
      return { type: "inlineCode", value: token.content, data: { hProperties: { className: ["language-math"] } } };
    case "code_inline":
      return { type: "inlineCode", value: token.content };
    case "hardbreak":
      return { type: "break" };
    case "image":
      return {
        type: "image",
        url: String(token.attrGet("src") ?? ""),
        title: titleOf(token),
        alt: plainText(token.children),
      };
    case "footnote_reference":
      return { type: "footnoteReference", ...footnoteOf(token) };
    default:
      return undefined;
  }
}

const isSpan = (place: unknown): place is Span => Array.isArray(place);

/** The tree while it is built; `open` are the unclosed nodes, innermost last. */
class Builder {
  readonly root: Root = { type: "root", children: [] };
  readonly holders: Holder[] = [];
  #open: Parents[] = [this.root];
  #links = 0;
  #passage: Passage | undefined;
  #row: Row | undefined;

  add(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.type === "inline") {
        this.#passage = this.#passageOf(token);
        this.add(token.children ?? []);
      } else if (token.nesting < 0) this.#leave(token);
      else if (token.nesting > 0) this.#enter(token);
      else this.#put(token);
    }
  }

  #append(node: RootContent, token: Token): void {
    const parent: Parent = this.#open.at(-1) ?? this.root;
    parent.children.push(node);
    if (node.type !== "link" && node.type !== "image" && node.type !== "html") return;
    const passage = token.type === "html_block" ? this.#passageOf(token) : this.#passage;
    const span = token.type === "html_block" ? [0, token.content.length] : token.meta?.place;
    if (passage && isSpan(span)) this.holders.push({ node, passage, span });
  }

  #passageOf({ content, map }: Token): Passage {
    const row = this.#row;
    if (!row) return { content, lines: map ?? [0, 0] };
    row.cells.push(content);
    return { content, lines: [row.line, row.line + 1], cell: { row, index: row.cells.length - 1 } };
  }

  /** Definitions are not in the tree, since they show nothing in place. */
  #define({ meta }: Token): void {
    const [label, url, line] = [textOf(meta?.label), textOf(meta?.url), Number(meta?.line ?? 0)];
    const node: Definition = { type: "definition", identifier: label.toLowerCase(), label, url };
    if (isSpan(meta?.place)) this.holders.push({ node, line, span: meta.place });
  }

  #enter(token: Token): void {
    const node = branch(token);
    if (!node) return;
    const parent = this.#open.at(-1);
    const outer = this.#open.at(-2);
    if (node.type === "paragraph" && !token.hidden && parent?.type === "listItem") parent.spread = true;
    if (token.type === "th_open" && outer?.type === "table") outer.align?.push(alignOf(token));
    if (node.type === "link") this.#links += 1;
    if (token.type === "tr_open") this.#row = { line: token.map?.[0] ?? 0, cells: [] };
    this.#append(node, token);
    this.#open.push(node);
  }

  #leave(token: Token): void {
    if (unmarked.has(token.type)) return;
    if (token.type === "tr_close") this.#row = undefined;
    const node: Parent | undefined = this.#open.pop();
    if (node?.type === "link") this.#links -= 1;
    else if (this.#links === 0 && node?.children.some(hasMail)) node.children = node.children.flatMap(withMailLinks);
  }

  #put(token: Token): void {
    const value = token.type === "softbreak" ? "\n" : token.content;
    if (!texts.has(token.type)) {
      const node = leaf(token);
      if (node) this.#append(node, token);
      else if (token.type === "reference_definition") this.#define(token);
      return;
    }
    const parent: Parent = this.#open.at(-1) ?? this.root;
    const last = parent.children.at(-1);
    if (last?.type === "text") last.value += value;
    else if (value !== "") parent.children.push({ type: "text", value });
  }
}

/** The syntax tree of a text, and the nodes with addresses in order; `reader` may know other syntax than GitHub's. */
export function readMarkdown(markdown: string, reader: MarkdownIt = parser): { tree: Root; holders: Holder[] } {
  const builder = new Builder();
  // The parser ignores a last line of blanks unless it ends with a line break; in a code block it counts.
  builder.add(reader.parse(/[ \t]$/.test(markdown) ? `${markdown}\n` : markdown, {}));
  return { tree: builder.root, holders: builder.holders };
}

/** The same of an author's text, with a map back to it. */
export function readText(markdown: string): { tree: Root; holders: Holder[]; origin: () => Origin } {
  const shift = markdown.startsWith("\uFEFF") ? 1 : 0;
  const { text, insertions } = separateMarkers(markdown.slice(shift));
  return { ...readMarkdown(text), origin: () => new Origin(text, insertions, shift) };
}
