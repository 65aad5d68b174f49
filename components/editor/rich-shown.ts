import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { lineMarker } from "../../lib/text/html/marked-lines";
import { pictured } from "./rich-pictures";

/** Something in a block that is shown as readers see it: pictures that stand alone or as a gallery, marked lines of code. */
type Seen = { from: number; to: number; name: string; isNode: boolean };

/** The marked lines of a block of code, as places in it: each with the break at its end, since it is shown as a block. */
function linesIn(code: Node): { from: number; to: number }[] {
  const isMarked = lineMarker(code.attrs.lines);
  if (!isMarked) return [];
  let from = 0;
  const { size } = code.content;
  return code.textContent.split("\n").flatMap((line, index) => {
    const found = { from, to: Math.min(size, from + line.length + 1) };
    from += line.length + 1;
    return isMarked(index + 1) && found.to > found.from ? [found] : [];
  });
}

function seenIn(block: Node): Seen[] {
  const seen: Seen[] = [];
  const look = (node: Node, at: number) => {
    const name = pictured(node);
    if (name !== null) seen.push({ from: at, to: at + node.nodeSize, name, isNode: true });
    if (node.type.name !== "codeBlock") return node.isBlock && !node.isTextblock;
    for (const { from, to } of linesIn(node))
      seen.push({ from: at + 1 + from, to: at + 1 + to, name: "line", isNode: false });
    return false;
  };
  if (look(block, 0)) block.descendants((node, at) => look(node, at + 1));
  return seen;
}

const madeOf = (block: Node, at: number): Decoration[] =>
  seenIn(block).map(({ from, to, name, isNode }) =>
    isNode
      ? Decoration.node(at + from, at + to, { class: name })
      : Decoration.inline(at + from, at + to, { class: name }),
  );

const key = new PluginKey<DecorationSet>("shown");

/** The blocks from the first to the last that a change has touched: all others are the very same. */
function changedBetween(before: Node, after: Node): { first: number; end: number } {
  const most = Math.min(before.childCount, after.childCount);
  let first = 0;
  while (first < most && before.child(first) === after.child(first)) first += 1;
  let same = 0;
  while (same < most - first && before.child(before.childCount - 1 - same) === after.child(after.childCount - 1 - same))
    same += 1;
  return { first, end: after.childCount - same };
}

function decorationsAfter(seen: DecorationSet, before: Node, { doc }: EditorState): DecorationSet {
  const { first, end } = changedBetween(before, doc);
  let at = 0;
  for (let index = 0; index < first; index += 1) at += doc.child(index).nodeSize;
  const from = at;
  const made: Decoration[] = [];
  for (let index = first; index < end; index += 1) {
    const block = doc.child(index);
    made.push(...madeOf(block, at));
    at += block.nodeSize;
  }
  const old = seen.find(from, at).filter((each) => each.from >= from && each.to <= at);
  return old.length > 0 || made.length > 0 ? seen.remove(old).add(doc, made) : seen;
}

/** Shows pictures and marked lines as readers see them; a key costs one block. */
export const shownPlugin = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => {
        const made: Decoration[] = [];
        doc.forEach((block, at) => made.push(...madeOf(block, at)));
        return DecorationSet.create(doc, made);
      },
      apply: (tr, seen, before, after) =>
        tr.docChanged ? decorationsAfter(seen.map(tr.mapping, tr.doc), before.doc, after) : seen,
    },
    props: { decorations: (state) => key.getState(state) },
  });

export const Shown = Extension.create({ name: "shown", addProseMirrorPlugins: () => [shownPlugin()] });
