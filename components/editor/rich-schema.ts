import { Extension, type Extensions, Mark, markInputRule, Node } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";
import { isForReaders, linkSchemes, pictureSchemes } from "../../lib/text/html/addresses";
import { footnoteNodes } from "./rich-footnotes";
import { alignment, isNamed, kindName, languageName, plainTags } from "./rich-names";
import { isUnevenHere, spans } from "./table-spans";

const aligned = {
  align: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      /\balign-(left|center|right|justify)\b/.exec(element.className)?.[1] ?? (element.style.textAlign || null),
    renderHTML: ({ align }: Record<string, unknown>) => (isNamed(align, alignment) ? { class: `align-${align}` } : {}),
  },
};

/** Whether an item's lines stand close together, which is how most lists are meant. */
const tight = {
  tight: {
    default: true,
    parseHTML: (element: HTMLElement) => element.dataset.loose === undefined,
    renderHTML: ({ tight: is }: Record<string, unknown>) => (is === false ? { "data-loose": "" } : {}),
  },
};

/** A field of words that the element in the editor tells, for its style sheet and for copies of it. */
const shown = (name: string) => ({
  default: "",
  parseHTML: (element: HTMLElement) => element.dataset[name] ?? "",
  renderHTML: ({ [name]: value }: Record<string, unknown>) =>
    typeof value === "string" && value !== "" ? { [`data-${name}`]: value } : {},
});

/** Fields that several nodes have. */
const Fields = Extension.create({
  name: "fields",
  addGlobalAttributes: () => [
    { types: ["paragraph", "heading", "tableCell", "tableHeader"], attributes: aligned },
    { types: ["listItem", "taskItem"], attributes: tight },
    { types: ["codeBlock"], attributes: { title: shown("title"), lines: shown("lines") } },
    { types: ["heading"], attributes: { id: { default: null, rendered: false, keepOnSplit: false } } },
  ],
});

/** Code may be bold, or a link, as in Markdown. */
const Code = Mark.create({
  name: "code",
  excludes: "",
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: "code" }],
  renderHTML: () => ["code", 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })];
  },
});

/** The editor's kit, whose blocks of code would take any words for a language. */
const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((each) =>
      each.name === "codeBlock" && each instanceof Node
        ? each.extend({
            renderHTML({ node, HTMLAttributes }) {
              const language: unknown = node.attrs.language;
              const named = isNamed(language, languageName) ? { class: `language-${language}` } : {};
              return ["pre", HTMLAttributes, ["code", named, 0]];
            },
          })
        : each,
    );
  },
});

// Not in the element, where a page that is copied from would write what it likes.
const others = { others: { default: null, rendered: false, parseHTML: () => null } };

/** A picture in a line of text, as in Markdown. */
const Picture = Node.create({
  name: "image",
  group: "inline",
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: "" }, alt: { default: "" }, title: { default: "" }, ...others }),
  parseHTML: () => [
    {
      tag: "figure",
      getAttrs: (figure) => {
        const [image, ...more] = [...figure.querySelectorAll("img[src]")].filter((each) =>
          isForReaders(each.getAttribute("src"), pictureSchemes),
        );
        const title = (figure.querySelector("figcaption")?.textContent ?? "").replace(/\s+/g, " ").trim();
        // Any other figure is more than a picture with its caption.
        if (
          !image ||
          more.length > 0 ||
          figure.querySelector("a") ||
          figure.textContent.replace(/\s+/g, " ").trim() !== title
        )
          return false;
        return { src: image.getAttribute("src") ?? "", alt: image.getAttribute("alt") ?? "", title };
      },
    },
    {
      tag: "img[src]",
      getAttrs: (image) => (isForReaders(image.getAttribute("src"), pictureSchemes) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

/** A block that stands out: a note, a warning. Its name is said above it where it has no title of its own. */
const Callout = Node.create<{ names: Record<string, string> }>({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  addOptions: () => ({ names: {} }),
  addAttributes: () => ({
    kind: {
      default: "note",
      parseHTML: (element: HTMLElement) => /\badmonition-([a-z]+)/.exec(element.className)?.[1] ?? "note",
      renderHTML: ({ kind }: Record<string, unknown>) => ({
        class: isNamed(kind, kindName) ? `admonition admonition-${kind}` : "admonition",
      }),
    },
    title: shown("title"),
  }),
  parseHTML: () => [{ tag: "div.admonition" }],
  renderHTML({ node, HTMLAttributes }) {
    const kind = String(node.attrs.kind);
    const { names } = this.options;
    const name = Object.hasOwn(names, kind) ? names[kind] : kind.toUpperCase();
    return ["div", { role: "note", "data-name": name, ...HTMLAttributes }, 0];
  },
});

const Link = Mark.create({
  name: "link",
  inclusive: false,
  addAttributes: () => ({ href: { default: "" }, title: { default: "" }, ...others }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (element) => (isForReaders(element.getAttribute("href"), linkSchemes) ? null : false),
    },
  ],
  // The source of a text may hold any address, and is kept as it is.
  renderHTML: ({ HTMLAttributes: { href, title } }) => [
    "a",
    { ...(isForReaders(href, linkSchemes) && { href }), ...(title && { title: String(title) }) },
    0,
  ],
});

const marks = plainTags.map((name) =>
  Mark.create({ name, inclusive: false, parseHTML: () => [{ tag: name }], renderHTML: () => [name, 0] }),
);

/** HTML that rich text has nothing for. It is shown as what it is, never as a part of this page, and kept as it is. */
const raw = (name: "rawBlock" | "rawInline") =>
  Node.create({
    name,
    group: name === "rawBlock" ? "block" : "inline",
    inline: name === "rawInline",
    atom: true,
    draggable: true,
    addAttributes: () => ({
      html: {
        default: "",
        parseHTML: ({ dataset, tagName, outerHTML }: HTMLElement) =>
          dataset.raw ?? (tagName === "TABLE" ? outerHTML : ""),
        renderHTML: ({ html }: Record<string, unknown>) => ({ "data-raw": String(html) }),
      },
    }),
    parseHTML: () =>
      name === "rawInline"
        ? [{ tag: "span[data-raw]" }]
        : [
            { tag: "div[data-raw]" },
            { tag: "table", priority: 60, getAttrs: (table) => (isUnevenHere(table) ? null : false) },
          ],
    renderHTML: ({ HTMLAttributes }) => [name === "rawBlock" ? "div" : "span", HTMLAttributes],
  });

function withSpans(this: { parent?: () => object }) {
  return { ...this.parent?.(), ...spans };
}

/** What a rich text may contain; its names and fields are those of `docOf` and `htmlOf`. */
export const richSchema: Extensions = [
  Kit.configure({
    link: false,
    code: false,
    trailingNode: false,
    dropcursor: { color: "var(--accent)", width: 2 },
  }),
  Fields,
  Code,
  Link,
  ...marks,
  Picture,
  Callout,
  ...footnoteNodes,
  raw("rawBlock"),
  raw("rawInline"),
  TaskList,
  TaskItem.configure({ nested: true, a11y: { checkboxLabel: ({ textContent }) => textContent } }),
  // A table without cells has no size, which the editor cannot do without.
  Table.extend({
    parseHTML: () => [{ tag: "table", getAttrs: (table) => (table.querySelector("td, th") ? null : false) }],
  }).configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ addAttributes: withSpans }),
  TableCell.extend({ addAttributes: withSpans }),
];
