import type { Mark, Node } from "@tiptap/pm/model";
import { footnotesHtml, signHtml } from "./rich-footnotes-html";
import { isNamed, kindName, tagOf } from "./rich-names";

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quoted = (value: string): string => `"${escaped(value).replaceAll('"', "&quot;")}"`;

/** Attributes in HTML; null and "" write none. */
const attributes = (given: Record<string, unknown>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([name, value]) => ` ${name}${value === true ? "" : `=${quoted(String(value))}`}`)
    .join("");

// Fields come from the clipboard as well, where anybody's page puts what it likes: what does not fit one is not written.
const words = (value: unknown): string => (typeof value === "string" ? value : "");
const whole = (value: unknown, least: number, most: number): number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most ? value : least;

function fieldsIn(json: string): [string, unknown][] {
  try {
    return Object.entries((JSON.parse(json) as Record<string, unknown> | null) ?? {});
  } catch {
    return [];
  }
}

/** Attributes of a source that have no field of their own, as its tree names them. */
function others(json: unknown): Record<string, unknown> {
  const names: Record<string, string> = { className: "class", ariaLabel: "aria-label", ariaHidden: "aria-hidden" };
  return Object.fromEntries(
    fieldsIn(words(json))
      .filter(([name]) => /^[^\s"'<>/=]+$/.test(name))
      .map(([name, value]) => [names[name] ?? name.toLowerCase(), Array.isArray(value) ? value.join(" ") : value]),
  );
}

/** Far more footnotes, and signs of one, than a text may have. */
const MOST_NOTES = 100_000;
const noteName = (name: unknown): string => String(name).replace(/[^\w-]+/g, "-");

const opening = ({ type, attrs }: Mark): string =>
  type.name === "link"
    ? `<a href=${quoted(String(attrs.href))}${attributes({ title: attrs.title, ...others(attrs.others) })}>`
    : `<${tagOf[type.name]}>`;
const closing = ({ type }: Mark): string => `</${type.name === "link" ? "a" : tagOf[type.name]}>`;

function inlineNode(node: Node): string {
  const { attrs } = node;
  switch (node.type.name) {
    case "text":
      return escaped(node.text ?? "");
    case "hardBreak":
      return "<br>\n";
    case "image":
      return `<img src=${quoted(String(attrs.src))} alt=${quoted(String(attrs.alt ?? ""))}${attributes({ title: attrs.title, ...others(attrs.others) })}>`;
    case "footnote":
      return signHtml({
        name: noteName(attrs.name),
        number: whole(attrs.number, 0, MOST_NOTES),
        nth: whole(attrs.nth, 1, MOST_NOTES),
      });
    default:
      return String(attrs.html);
  }
}

/** Lines of text with their marks, each opened once for all neighbours that have it. */
function inline(parent: Node): string {
  const open: Mark[] = [];
  let html = "";
  const closeTo = (length: number) => {
    while (open.length > length) {
      const mark = open.pop();
      if (mark) html += closing(mark);
    }
  };
  parent.forEach((node) => {
    let same = 0;
    while (same < open.length && same < node.marks.length && open[same]?.eq(node.marks[same] as Mark)) same += 1;
    closeTo(same);
    for (const mark of node.marks.slice(same)) {
      html += opening(mark);
      open.push(mark);
    }
    html += inlineNode(node);
  });
  closeTo(0);
  return html;
}

const align = ({ attrs }: Node) => ({ class: typeof attrs.align === "string" ? `align-${attrs.align}` : null });

/** The blocks of an item whose lines stand close together; two paragraphs need to be told apart. */
function itemContent(item: Node): string {
  const names: string[] = [];
  item.forEach((child) => names.push(child.type.name));
  const isTight =
    item.attrs.tight === true && !names.some((name, at) => name === "paragraph" && names[at + 1] === name);
  const parts = partsOf(item, (child) => (isTight && child.type.name === "paragraph" ? inline(child) : block(child)));
  const isLine = isTight && names[0] === "paragraph";
  const isOpen = !isTight || names.at(-1) !== "paragraph";
  return `${isLine ? "" : "\n"}${parts.join("\n")}${isOpen ? "\n" : ""}`;
}

function partsOf(parent: Node, write: (child: Node) => string): string[] {
  const parts: string[] = [];
  parent.forEach((child) => parts.push(write(child)));
  return parts;
}

const box = ({ attrs }: Node) => `<input type="checkbox"${attrs.checked === true ? " checked" : ""}>`;

function taskItem(item: Node): string {
  const content = itemContent(item);
  // The box stands in the paragraph of its words.
  const withBox = content.startsWith("\n<p>") ? `\n<p>${box(item)} ${content.slice(4)}` : `${box(item)} ${content}`;
  return `<li class="task-list-item">${withBox}</li>`;
}

function cell(node: Node): string {
  const name = node.type.name === "tableHeader" ? "th" : "td";
  const { colspan, rowspan } = node.attrs as { colspan: number; rowspan: number };
  const given = attributes({
    colspan: colspan > 1 ? colspan : null,
    rowspan: rowspan > 1 ? rowspan : null,
    ...align(node),
  });
  const only = node.childCount === 1 ? node.firstChild : null;
  const content =
    only?.type.name === "paragraph" && only.attrs.align === null ? inline(only) : partsOf(node, block).join("");
  return `<${name}${given}>${content}</${name}>`;
}

function table(node: Node): string {
  const rows: { isHead: boolean; html: string }[] = [];
  node.forEach((row) => {
    const cells = partsOf(row, cell);
    let isHead = rows.every((each) => each.isHead);
    row.forEach((each) => (isHead &&= each.type.name === "tableHeader"));
    rows.push({ isHead, html: `<tr>\n${cells.join("\n")}\n</tr>` });
  });
  const part = (name: string, isHead: boolean) => {
    const own = rows.filter((row) => row.isHead === isHead).map(({ html }) => html);
    return own.length === 0 ? "" : `<${name}>\n${own.join("\n")}\n</${name}>\n`;
  };
  return `<table>\n${part("thead", true)}${part("tbody", false)}</table>`;
}

function codeBlock(node: Node): string {
  const [language, title, lines] = [node.attrs.language, node.attrs.title, node.attrs.lines].map(words);
  const given = attributes({ class: language ? `language-${language}` : null, "data-lines": lines });
  const pre = `<pre><code${given}>${escaped(node.textContent)}\n</code></pre>`;
  return title ? `<figure class="code">\n<figcaption>${escaped(title)}</figcaption>\n${pre}\n</figure>` : pre;
}

function callout(node: Node): string {
  const kind = isNamed(node.attrs.kind, kindName) ? node.attrs.kind : "note";
  const title = words(node.attrs.title);
  const heading = title === "" ? [] : [`<p class="admonition-title">${escaped(title)}</p>`];
  const parts = [...heading, ...partsOf(node, block)];
  return `<div class="admonition admonition-${kind}" role="note">\n${parts.join("\n")}\n</div>`;
}

function block(node: Node): string {
  const { attrs } = node;
  switch (node.type.name) {
    case "paragraph":
      return `<p${attributes(align(node))}>${inline(node)}</p>`;
    case "heading": {
      const tag = `h${whole(attrs.level, 1, 6)}`;
      return `<${tag}${attributes({ id: attrs.id, ...align(node) })}>${inline(node)}</${tag}>`;
    }
    case "blockquote":
      return `<blockquote>\n${partsOf(node, block).join("\n")}\n</blockquote>`;
    case "codeBlock":
      return codeBlock(node);
    case "callout":
      return callout(node);
    case "horizontalRule":
      return "<hr>";
    case "bulletList":
      return `<ul>\n${partsOf(node, (item) => `<li>${itemContent(item)}</li>`).join("\n")}\n</ul>`;
    case "orderedList": {
      const given = attributes({ start: attrs.start === 1 ? null : String(attrs.start), type: attrs.type });
      return `<ol${given}>\n${partsOf(node, (item) => `<li>${itemContent(item)}</li>`).join("\n")}\n</ol>`;
    }
    case "taskList":
      return `<ul class="contains-task-list">\n${partsOf(node, taskItem).join("\n")}\n</ul>`;
    case "table":
      return table(node);
    case "footnotes": {
      const notes: Parameters<typeof footnotesHtml>[0][number][] = [];
      node.forEach((note) => {
        notes.push({
          name: noteName(note.attrs.name),
          number: whole(note.attrs.number, 0, MOST_NOTES),
          signs: whole(note.attrs.signs, 0, MOST_NOTES),
          blocks: partsOf(note, block),
        });
      });
      return footnotesHtml(notes);
    }
    default:
      return String(attrs.html);
  }
}

/** Written blocks by their node, which never changes: a key costs the writing of one block. */
const written = new WeakMap<Node, string>();

/** The HTML of a block, written once. */
export function blockHtml(node: Node): string {
  const before = written.get(node);
  if (before !== undefined) return before;
  const html = block(node);
  written.set(node, html);
  return html;
}

/** The HTML of a document, one block a line, so that revisions can be compared; "" for an empty one. */
export function htmlOf(doc: Node): string {
  const blocks = partsOf(doc, blockHtml);
  while (blocks.at(-1) === "<p></p>") blocks.pop();
  return blocks.join("\n");
}
