import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { filesIn, holdsFiles } from "../media/dropped-files";
import type { Upload } from "../media/upload-queue";
import { fillUpload, isOfFiles, uploadBox, type Uploading } from "./upload-box";
import { nodesOf } from "./rich-pictures";

type Change = { begin: { at: number; id: number }[] } | { end: readonly number[] };

const key = new PluginKey<DecorationSet>("uploads");

const idOf = (decoration: Decoration): number => (decoration.spec as { id: number }).id;
const placesIn = (state: EditorState): Decoration[] => key.getState(state)?.find() ?? [];

/** Makes places for files at this place of the text, and sends them. Several pictures at once are a gallery: one paragraph. */
function place(view: EditorView, { queue }: Uploading, files: readonly File[], from: number, to: number): void {
  const { paragraph, hardBreak } = view.state.schema.nodes;
  if (!paragraph || !hardBreak) return;
  const ids = queue.add(files);
  const tr = view.state.tr.delete(from, to);
  const at = tr.doc.resolve(tr.mapping.map(from));
  // An empty paragraph takes the first file itself.
  const isEmpty = at.parent.type === paragraph && at.parent.childCount === 0;
  const start = at.depth === 0 ? at.pos : isEmpty ? at.before() : at.after();
  const isGallery = files.every(({ type }) => type.startsWith("image/"));
  const breaks = files.slice(1).map(() => hardBreak.create());
  const places = isGallery ? [paragraph.create(null, breaks)] : ids.map(() => paragraph.create());
  const length = places.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const made = [...places, ...(isEmpty && start + 2 < tr.doc.content.size ? [] : [paragraph.create()])];
  tr.replaceWith(start, isEmpty ? start + 2 : start, made);
  const after = Math.min(start + length + 1, tr.doc.content.size);
  tr.setSelection(TextSelection.near(tr.doc.resolve(after)))
    .setMeta(key, { begin: ids.map((id, n) => ({ at: start + 1 + (isGallery ? 1 : 2) * n, id })) } satisfies Change)
    .scrollIntoView();
  view.dispatch(tr);
}

/** Writes a file that has arrived at its place. */
function settle(view: EditorView, at: number, upload: Upload): void {
  const tr = view.state.tr.setMeta(key, { end: [upload.id] } satisfies Change);
  const nodes: Node[] = upload.made === null ? [] : nodesOf(view.state.schema, upload.made);
  if (nodes.length > 0 && tr.doc.resolve(at).parent.inlineContent) tr.insert(at, nodes);
  view.dispatch(tr);
}

/** Uploads files that are pasted or dropped into rich text, which can be written on meanwhile. */
export const Uploads = Extension.create<{ uploading: Uploading | null }>({
  name: "uploads",
  addOptions: () => ({ uploading: null }),
  addProseMirrorPlugins() {
    const { uploading } = this.options;
    if (!uploading) return [];
    const { queue, words } = uploading;
    const boxes = new Map<number, HTMLElement>();
    const boxOf = (id: number): HTMLElement => {
      const known = boxes.get(id);
      if (known) return known;
      const box = uploadBox();
      boxes.set(id, box);
      const upload = queue.list().find((each) => each.id === id);
      if (upload) fillUpload(box, upload, queue, words);
      return box;
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const now = before.map(tr.mapping, tr.doc);
            const change = tr.getMeta(key) as Change | undefined;
            if (!change) return now;
            if ("end" in change) return now.remove(now.find().filter((each) => change.end.includes(idOf(each))));
            return now.add(
              tr.doc,
              change.begin.map(({ at, id }) =>
                Decoration.widget(at, () => boxOf(id), {
                  id,
                  key: `upload-${id}`,
                  side: -1,
                  ignoreSelection: true,
                  stopEvent: () => true,
                }),
              ),
            );
          },
        },
        view: (view) => {
          const look = () => {
            const uploads = new Map(queue.list().map((upload) => [upload.id, upload]));
            for (const each of placesIn(view.state)) {
              const upload = uploads.get(idOf(each));
              if (upload?.state === "done") {
                settle(view, each.from, upload);
                return look();
              }
              if (upload) fillUpload(boxOf(upload.id), upload, queue, words);
            }
            const gone = placesIn(view.state)
              .map(idOf)
              .filter((id) => !uploads.has(id));
            if (gone.length > 0) view.dispatch(view.state.tr.setMeta(key, { end: gone } satisfies Change));
          };
          const leave = queue.watch(look);
          return { destroy: leave };
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, event) => {
            const files = isOfFiles(event.clipboardData) ? filesIn(event.clipboardData) : [];
            if (files.length === 0) return false;
            const { from, to } = view.state.selection;
            place(view, uploading, files, from, to);
            return true;
          },
          handleDrop: (view, event) => {
            const files = holdsFiles(event.dataTransfer) ? filesIn(event.dataTransfer) : [];
            const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
            if (files.length === 0 || !found) return false;
            event.preventDefault();
            place(view, uploading, files, found.pos, found.pos);
            return true;
          },
        },
      }),
    ];
  },
});
