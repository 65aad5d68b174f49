import { isolateHistory } from "@codemirror/commands";
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Longer HTML is pasted as its plain text; in characters. */
const MOST = 2_000_000;

type Waiting = { id: number; from: number; to: number };

const begin = StateEffect.define<Waiting>();
const end = StateEffect.define<number>();

/** Places of pasted texts that are being converted, moved along with edits. */
const waiting = StateField.define<Waiting[]>({
  create: () => [],
  update: (before, { changes, effects }) =>
    effects.reduce(
      (places, effect) =>
        effect.is(begin)
          ? [...places, effect.value]
          : effect.is(end)
            ? places.filter(({ id }) => id !== effect.value)
            : places,
      before.map(({ id, from, to }) => ({ id, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) })),
    ),
});

/** Whether the place is in code, where Markdown means nothing. */
function isInCode(state: EditorState): boolean {
  for (
    let node: ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]> | null = syntaxTree(state).resolveInner(
      state.selection.main.from,
      -1,
    );
    node;
    node = node.parent
  ) {
    if (/Code/.test(node.name)) return true;
  }
  return false;
}

/** Adds blank lines around blocks. */
function apart(state: EditorState, { from, to }: Waiting, text: string): string {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const before = state.sliceDoc(first.from, from).trim() === "" ? "" : "\n\n";
  const after = state.sliceDoc(to, last.to).trim() === "" ? "" : "\n\n";
  return before + text + after;
}

let last = 0;

/** Inserts the plain text at once; the Markdown replaces it when it is ready, and Undo restores the plain text. */
function pasteWithStructure(view: EditorView, html: string, plain: Text): void {
  const id = (last += 1);
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: plain },
    selection: { anchor: from + plain.length },
    effects: begin.of({ id, from, to: from + plain.length }),
    annotations: isolateHistory.of("full"),
    userEvent: "input.paste",
    scrollIntoView: true,
  });
  void import("./html-to-markdown")
    .then(({ markdownOf }) => markdownOf(html))
    .catch(() => null)
    .then((pasted) => {
      const { state } = view;
      const place = state.field(waiting).find((each) => each.id === id);
      // A text that was changed meanwhile stays as it is.
      const isAsPasted = place && state.doc.slice(place.from, place.to).eq(plain);
      if (!pasted || !place || !isAsPasted) return view.dispatch({ effects: end.of(id) });
      const insert = state.toText(pasted.isBlock ? apart(state, place, pasted.text) : pasted.text);
      const isAtEnd = state.selection.main.empty && state.selection.main.head === place.to;
      view.dispatch({
        changes: { from: place.from, to: place.to, insert },
        ...(isAtEnd && { selection: { anchor: place.from + insert.length }, scrollIntoView: true }),
        effects: end.of(id),
        annotations: isolateHistory.of("full"),
        userEvent: "input.paste",
      });
    });
}

/** Keeps the structure of pasted HTML. Text without HTML, as with Ctrl-Shift-V, stays plain. */
export const pasteStructure = (isMarkdown: () => boolean): Extension => [
  waiting,
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const data = event.clipboardData;
      const html = data?.getData("text/html") ?? "";
      const plain = data?.getData("text/plain") ?? "";
      // Code editors mark their copies; an address over selected words becomes a link by another way.
      const isCode = data?.types.includes("vscode-editor-data") || isInCode(view.state);
      const isAddress = !view.state.selection.main.empty && URL.canParse(plain.trim());
      if (html === "" || html.length > MOST || !isMarkdown() || isCode || isAddress || view.state.readOnly)
        return false;
      event.preventDefault();
      pasteWithStructure(view, html, view.state.toText(plain));
      return true;
    },
  }),
];
