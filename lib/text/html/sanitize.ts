import type { Element, Root, RootContent } from "hast";
import { sanitize, type Schema } from "hast-util-sanitize";
import { embedAddress, imageData, noData, safeSourceSet } from "./addresses";
import { allowedTags, droppedTags, ID_PREFIX, rootOf, tableParts } from "./elements";
import { figurePlaces } from "./figures";
import { FILE } from "./file-blocks";
import { MARKED_LINE, markedLines } from "./marked-lines";
import { elementsBelow } from "./write-html";

/** The class of what only programs read aloud. */
const HIDDEN = "sr-only";
/** The class of the link that a heading gets to itself, which is unseen until one points at the heading. */
export const ANCHOR = "anchor";
export const aligned = ["align-left", "align-center", "align-right", "align-justify"];
const mediaSource: [string, RegExp] = ["src", noData];
const cell = ["colSpan", "rowSpan", "abbr", "scope"];
const relations = ["nofollow", "ugc", "sponsored", "noopener", "noreferrer", "external", "author", "license", "tag"];

/**
 * The sanitiser's rules, for Markdown, rich text and kept HTML alike. Classes: only those below, each with a style in
 * the site's sheet. No `style`, no `on*`, no ids without prefix.
 */
export const schema: Schema = {
  tagNames: [...allowedTags],
  strip: [...droppedTags],
  allowComments: false,
  allowDoctypes: false,
  ancestors: Object.fromEntries([...tableParts].map((tagName) => [tagName, ["table"]])),
  clobber: ["id", "name"],
  clobberPrefix: ID_PREFIX,
  protocols: {
    href: ["http", "https", "mailto", "tel"],
    src: ["http", "https", "data"],
    poster: ["http", "https"],
    cite: ["http", "https"],
  },
  attributes: {
    "*": ["id", "title", "lang", ["dir", "ltr", "rtl", "auto"], ["className", HIDDEN, ...aligned]],
    a: [
      "href",
      "hrefLang",
      "download",
      "ariaLabel",
      ["target", "_blank"],
      ["rel", ...relations],
      ["className", ANCHOR, "data-footnote-backref"],
      ["ariaHidden", "true"],
      ["tabIndex", -1],
      ["role", "doc-noteref", "doc-backlink"],
      "dataFootnoteRef",
      "dataFootnoteBackref",
      ["dataPlayer", embedAddress],
    ],
    audio: [mediaSource, "controls", "loop", "muted", ["preload", "none", "metadata", "auto"]],
    blockquote: ["cite"],
    code: [
      ["className", /^language-\S{1,64}$/],
      ["dataLines", markedLines],
    ],
    col: ["span"],
    colgroup: ["span"],
    del: ["cite", "dateTime"],
    details: ["open", "name"],
    div: [
      ["className", "table-scroll", "gallery", "admonition", /^admonition-[a-z]{1,20}$/, ...aligned],
      ["tabIndex", 0],
      ["role", "note"],
    ],
    figure: [["className", "code", ...figurePlaces, ...aligned]],
    iframe: [["src", embedAddress], "width", "height", "allowFullScreen"],
    img: [
      ["src", noData, imageData],
      ["srcSet", safeSourceSet],
      "sizes",
      "alt",
      "width",
      "height",
      ["loading", "lazy"],
      ["decoding", "async"],
    ],
    input: ["checked", ["disabled", true], ["type", "checkbox"]],
    ins: ["cite", "dateTime"],
    li: ["value", ["className", "task-list-item"]],
    ol: ["start", "reversed", ["type", "1", "a", "A", "i", "I"], ["className", "contains-task-list"]],
    p: [["className", "admonition-title", FILE, ...aligned]],
    pre: [["tabIndex", 0]],
    q: ["cite"],
    section: ["dataFootnotes", ["className", "footnotes"], ["role", "doc-endnotes"]],
    source: [mediaSource, ["srcSet", safeSourceSet], "sizes", "media", "type", "width", "height"],
    span: [["className", MARKED_LINE, /^tok-[a-z-]{1,30}$/]],
    td: cell,
    th: cell,
    time: ["dateTime"],
    track: [mediaSource, ["kind", "subtitles", "captions", "descriptions", "chapters"], "srcLang", "label", "default"],
    ul: [["className", "contains-task-list"]],
    video: [
      mediaSource,
      "poster",
      "width",
      "height",
      "controls",
      "loop",
      "muted",
      "playsInline",
      ["preload", "none", "metadata", "auto"],
    ],
  },
  required: {
    // `sandbox` and the two below are in no list above, so these are the only possible values.
    iframe: {
      sandbox: "allow-scripts allow-same-origin allow-presentation allow-popups",
      loading: "lazy",
      referrerPolicy: "strict-origin-when-cross-origin",
    },
    input: { type: "checkbox", disabled: true },
    audio: { controls: true },
    video: { controls: true },
  },
};

type Rule = string | [string, ...unknown[]];

const classRules = (tagName: string): readonly unknown[] => {
  const find = (rules: readonly Rule[] | undefined) =>
    rules?.find((rule) => Array.isArray(rule) && rule[0] === "className");
  const rule = find(schema.attributes?.[tagName]) ?? find(schema.attributes?.["*"]);
  return Array.isArray(rule) ? rule.slice(1) : [];
};
const rulesOf = new Map([...allowedTags].map((tagName) => [tagName, classRules(tagName)]));

/** Whether the schema allows this class on this element; checked beforehand, so that no `class=""` remains. */
export const allowsClass = (tagName: string, name: string): boolean =>
  rulesOf.get(tagName)?.some((rule) => (rule instanceof RegExp ? rule.test(name) : rule === name)) ?? false;

/** Elements that are invalid without one of these. */
const needed: Record<string, readonly string[]> = { img: ["src"], source: ["src", "srcSet"], track: ["src"] };

const isEmptyMedia = (node: RootContent): boolean =>
  node.type === "element" && needed[node.tagName]?.every((name) => (node.properties[name] ?? "") === "") === true;

/**
 * The same for the owner's own text of the site. It alone says by `rel="me"` whose the site is, which other services
 * believe: what an author writes stands on the front page, too.
 */
const ownersSchema: Schema = {
  ...schema,
  attributes: {
    ...schema.attributes,
    a: schema.attributes?.a?.map((rule) => (rule[0] === "rel" ? ["rel", ...relations, "me"] : rule)) ?? [],
  },
};

/** A copy of the tree with only what the schema allows; the last step before it is written. */
export function sanitizeTree(tree: Root, isOwners = false): Root {
  const clean = rootOf(sanitize(tree, isOwners ? ownersSchema : schema));
  for (const parent of [clean, ...elementsBelow(clean)])
    if (parent.children.some(isEmptyMedia))
      parent.children = parent.children.filter((child) => !isEmptyMedia(child)) as typeof parent.children;
  return clean;
}

/** Whether an element is among what readers get, rather than left out for its address. */
export const isKept = (element: Element): boolean =>
  sanitizeTree({ type: "root", children: [element] }).children.length > 0;

/** The same rules for comments, which may contain less: no pictures, headings, classes or ids. */
const commentSchema: Schema = {
  ...schema,
  tagNames: ["p", "br", "em", "strong", "code", "pre", "a", "blockquote", "ul", "ol", "li"],
  attributes: { a: ["href", ["rel", "nofollow", "ugc", "noopener"]], ol: ["start"] },
  required: {},
};

export const sanitizeComment = (tree: Root): Root => rootOf(sanitize(tree, commentSchema));
