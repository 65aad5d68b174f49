import { isolateHistory } from "@codemirror/commands";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import { filesIn, holdsFiles } from "../media/dropped-files";
import type { Upload } from "../media/upload-queue";
import { fileHtml, fileMarkup } from "./file-markup";
import { isOfFiles, type Uploading } from "./upload-box";
import { UploadWidget } from "./upload-widget";

type Place = { at: number; upload: Upload };

const begin = StateEffect.define<Place[]>();
const end = StateEffect.define<number>();
/** The uploads as they are now; those that are missing were given up. */
const progress = StateEffect.define<ReadonlyMap<number, Upload>>();

/** The places where files will stand, moved along with edits. */
const places = StateField.define<readonly Place[]>({
  create: () => [],
  update(before, { changes, effects }) {
    // What is typed beside a place comes after it.
    let now = changes.empty ? before : before.map(({ at, upload }) => ({ at: changes.mapPos(at, -1), upload }));
    for (const effect of effects) {
      if (effect.is(begin)) now = [...now, ...effect.value];
      if (effect.is(end)) now = now.filter(({ upload }) => upload.id !== effect.value);
      if (effect.is(progress))
        now = now.flatMap(({ at, upload: { id } }) => {
          const upload = effect.value.get(id);
          return upload ? [{ at, upload }] : [];
        });
    }
    return now;
  },
});

const widgets = ({ queue, words }: Uploading) =>
  EditorView.decorations.compute([places], (state): DecorationSet =>
    Decoration.set(
      state
        .field(places)
        .map(({ at, upload }) =>
          Decoration.widget({ widget: new UploadWidget(upload, queue, words), side: -1 }).range(at),
        ),
      true,
    ),
  );

/** Makes a line for each file at this place of the text, and sends them. */
function place(view: EditorView, { queue }: Uploading, files: readonly File[], from: number, to: number): void {
  const { state } = view;
  const before = state.sliceDoc(state.doc.lineAt(from).from, from).trim() === "" ? "" : "\n\n";
  const ids = queue.add(files);
  // Several pictures at once are a gallery: each stands on a line of its own.
  const between = files.every(({ type }) => type.startsWith("image/")) ? "\n" : "\n\n";
  const known = new Map(queue.list().map((upload) => [upload.id, upload]));
  const insert = `${before}${between.repeat(files.length - 1)}\n\n`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    effects: begin.of(
      ids.flatMap((id, n) => {
        const upload = known.get(id);
        return upload ? [{ at: from + before.length + n * between.length, upload }] : [];
      }),
    ),
    annotations: isolateHistory.of("full"),
    userEvent: "input.paste",
    scrollIntoView: true,
  });
}

/** Writes a file that has arrived at its place; Undo takes it out again. */
function settle(view: EditorView, { at, upload }: Place, isMarkdown: boolean): void {
  const insert = upload.made === null ? "" : (isMarkdown ? fileMarkup : fileHtml)(upload.made);
  view.dispatch({
    changes: { from: at, insert },
    effects: end.of(upload.id),
    annotations: isolateHistory.of("full"),
    userEvent: "input.paste",
  });
}

/** Follows the queue. */
const follow = ({ queue }: Uploading, isMarkdown: () => boolean) =>
  ViewPlugin.define((view) => {
    const look = () => {
      const here = view.state.field(places);
      if (here.length === 0) return;
      const uploads = new Map(queue.list().map((upload) => [upload.id, upload]));
      const done = here.find(({ upload: { id } }) => uploads.get(id)?.state === "done");
      if (done) {
        const upload = uploads.get(done.upload.id) ?? done.upload;
        settle(view, { at: done.at, upload }, isMarkdown());
        return look();
      }
      if (here.some(({ upload }) => uploads.get(upload.id) !== upload))
        view.dispatch({ effects: progress.of(uploads) });
    };
    const leave = queue.watch(look);
    return { destroy: leave };
  });

/** Uploads files that are pasted or dropped into the text, which can be written on meanwhile. */
export const uploadsInText = (uploading: Uploading, isMarkdown: () => boolean): Extension => [
  places,
  widgets(uploading),
  follow(uploading, isMarkdown),
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const files = isOfFiles(event.clipboardData) && !view.state.readOnly ? filesIn(event.clipboardData) : [];
      if (files.length === 0) return false;
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      place(view, uploading, files, from, to);
      return true;
    },
    drop: (event, view) => {
      const files = holdsFiles(event.dataTransfer) && !view.state.readOnly ? filesIn(event.dataTransfer) : [];
      if (files.length === 0) return false;
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      place(view, uploading, files, at, at);
      return true;
    },
  }),
];
