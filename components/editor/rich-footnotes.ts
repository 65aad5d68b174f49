import { Extension, Node as RichNode } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";

const hidden = (value: unknown) => ({ default: value, rendered: false });
const named = (attribute: string) => ({
  default: "",
  parseHTML: (element: HTMLElement) => element.getAttribute(attribute) ?? "",
  renderHTML: ({ name }: Record<string, unknown>) => ({ [attribute]: String(name) }),
});

/** The sign of a footnote among words: its number, and which of several signs of the same footnote it is. */
const Footnote = RichNode.create({
  name: "footnote",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ name: named("data-note"), number: hidden(0), nth: hidden(1) }),
  parseHTML: () => [{ tag: "sup[data-note]", priority: 60 }],
  renderHTML: ({ node, HTMLAttributes }) => ["sup", HTMLAttributes, String(node.attrs.number || "*")],
});

/** The footnotes themselves, below the text. */
const Footnotes = RichNode.create({
  name: "footnotes",
  group: "block",
  content: "footnoteText+",
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: "section[data-notes]", contentElement: "ol" }],
  renderHTML: () => ["section", { "data-notes": "", class: "footnotes" }, ["ol", 0]],
});

const FootnoteText = RichNode.create({
  name: "footnoteText",
  content: "block+",
  defining: true,
  isolating: true,
  addAttributes: () => ({ name: named("data-note-text"), number: hidden(0), signs: hidden(1) }),
  parseHTML: () => [{ tag: "li[data-note-text]", priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["li", HTMLAttributes, 0],
});

export const footnoteNodes = [Footnote, Footnotes, FootnoteText];

type Placed = { node: Node; at: number };
type Found = { signs: Placed[]; texts: Placed[]; list: Placed | null };

function footnotesIn(doc: Node): Found {
  const found: Found = { signs: [], texts: [], list: null };
  doc.descendants((node, at) => {
    if (node.type.name === "footnote") found.signs.push({ node, at });
    if (node.type.name === "footnoteText") found.texts.push({ node, at });
    if (node.type.name === "footnotes") found.list ??= { node, at };
  });
  return found;
}

const nameOf = ({ node }: Placed) => String(node.attrs.name);
/** The names of footnotes in the order of their first signs. */
const orderOf = ({ signs }: Found): string[] => [...new Set(signs.map(nameOf))];

/** Adds a footnote behind the selection, and puts the cursor into it; false where none can be. */
export function addFootnote(tr: Transaction): boolean {
  const { $to } = tr.selection;
  const { footnote, footnotes, footnoteText, paragraph } = tr.doc.type.schema.nodes;
  if (!footnote || !footnotes || !footnoteText || !paragraph) return false;
  const isInside = Array.from({ length: $to.depth + 1 }, (_, depth) => $to.node(depth).type).includes(footnotes);
  if (isInside || !$to.parent.type.inlineContent || !$to.parent.canReplaceWith($to.index(), $to.index(), footnote))
    return false;
  const taken = new Set([...footnotesIn(tr.doc).signs, ...footnotesIn(tr.doc).texts].map(nameOf));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  const name = String(number);
  tr.insert($to.pos, footnote.create({ name }));
  const now = footnotesIn(tr.doc);
  const text = footnoteText.create({ name }, paragraph.create());
  const place = orderOf(now).indexOf(name);
  const end = tr.doc.content.size;
  let at = now.list ? now.list.at + 1 : end + 1;
  if (now.list) now.list.node.forEach((each, _offset, index) => (at += index < place ? each.nodeSize : 0));
  if (now.list) tr.insert(at, text);
  else tr.insert(end, footnotes.create(null, text));
  // Into its paragraph.
  tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView();
  return true;
}

/**
 * Numbers signs and footnotes in the order of the text. A footnote whose last sign is deleted goes with it, unless that
 * was cut out to stand elsewhere; a sign without its footnote is none.
 */
export function numberFootnotes(
  transactions: readonly Transaction[],
  before: EditorState,
  after: EditorState,
): Transaction | null {
  if (!transactions.some(({ docChanged }) => docChanged)) return null;
  const found = footnotesIn(after.doc);
  if (found.signs.length === 0 && found.list === null) return null;
  const { tr } = after;
  const written = new Set(found.texts.map(nameOf));
  const signs = found.signs.filter((sign) => written.has(nameOf(sign)));
  const order = orderOf({ ...found, signs });
  const times = new Map<string, number>();
  for (const { node, at } of signs) {
    const name = String(node.attrs.name);
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    const number = order.indexOf(name) + 1;
    if (node.attrs.number !== number || node.attrs.nth !== nth)
      tr.setNodeMarkup(at, null, { name, number, nth }, node.marks);
  }
  const isCut = transactions.some((each) => each.getMeta("uiEvent") === "cut");
  const signedBefore = new Set(isCut ? [] : orderOf(footnotesIn(before.doc)));
  const kept = found.texts
    .filter((text) => times.has(nameOf(text)) || !signedBefore.has(nameOf(text)))
    .sort((a, b) => placeOf(order, a) - placeOf(order, b));
  const attrsOf = (name: string) => ({ name, number: order.indexOf(name) + 1, signs: times.get(name) ?? 0 });
  if (found.list) {
    const { at, node } = found.list;
    if (kept.length === 0) tr.delete(at, at + node.nodeSize);
    else if (kept.length !== found.texts.length || kept.some((text, index) => text !== found.texts[index]))
      tr.replaceWith(
        at + 1,
        at + node.nodeSize - 1,
        kept.map((text) => text.node.type.create(attrsOf(nameOf(text)), text.node.content)),
      );
    else
      for (const text of kept) {
        const attrs = attrsOf(nameOf(text));
        if (text.node.attrs.number !== attrs.number || text.node.attrs.signs !== attrs.signs)
          tr.setNodeMarkup(text.at, null, attrs);
      }
  }
  for (const sign of found.signs.toReversed())
    if (!written.has(nameOf(sign))) tr.delete(tr.mapping.map(sign.at), tr.mapping.map(sign.at + 1, -1));
  return tr.docChanged ? tr : null;
}

/** Those without a sign come last. */
const placeOf = (order: readonly string[], text: Placed): number =>
  order.includes(nameOf(text)) ? order.indexOf(nameOf(text)) : order.length;

export const FootnoteNumbers = Extension.create({
  name: "footnoteNumbers",
  addProseMirrorPlugins: () => [new Plugin({ appendTransaction: numberFootnotes })],
});
