import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { fileMarkup } from "./file-markup";
import type { PictureHere } from "./text-view";

const notation = /^!\[((?:\\.|[^\]\\])*)\]\(\s*(<[^>\n]*>|[^\s)]*)(?:\s+"((?:\\.|[^"\\])*)")?\s*\)$/;
const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

/** The picture in Markdown that the cursor stands in or beside. */
function pictureAt(state: EditorState) {
  const { head, empty } = state.selection.main;
  if (!empty) return null;
  for (const side of [-1, 1] as const)
    for (let node = syntaxTree(state).resolveInner(head, side); ;) {
      if (node.name === "Image") {
        const [found, alt = "", address = "", caption = ""] = notation.exec(state.sliceDoc(node.from, node.to)) ?? [];
        if (found === undefined) return null;
        const src = address.replace(/^<(.*)>$/, "$1");
        return { from: node.from, to: node.to, src, alt: unescaped(alt), caption: unescaped(caption) };
      }
      if (!node.parent) break;
      node = node.parent;
    }
  return null;
}

/** An element below the line of a picture. */
class Place extends WidgetType {
  constructor(private readonly element: HTMLElement) {
    super();
  }

  override eq(other: Place): boolean {
    return other.element === this.element;
  }

  override toDOM(): HTMLElement {
    return this.element;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Makes room below the picture at the cursor, and reports it. */
export function reportPictures(report: (picture: PictureHere | null) => void): Extension {
  const place = document.createElement("div");
  const widget = Decoration.widget({ widget: new Place(place), side: 1, block: true });
  let shown = "";
  return [
    EditorView.decorations.compute(["selection", "doc"], (state) => {
      const found = pictureAt(state);
      return found ? Decoration.set(widget.range(state.doc.lineAt(found.to).to)) : Decoration.none;
    }),
    EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
      if (!docChanged && !selectionSet) return;
      const found = pictureAt(state);
      const now = found ? JSON.stringify(found) : "";
      if (now === shown) return;
      shown = now;
      report(found ? { src: found.src, alt: found.alt, caption: found.caption, place } : null);
    }),
  ];
}

/** Writes the words of the picture at the cursor. */
export function describePicture(view: EditorView, { alt, caption }: { alt: string; caption: string }): void {
  const found = pictureAt(view.state);
  if (!found) return;
  const insert = fileMarkup({ url: found.src, altText: alt, caption, name: "", mediaType: "image/*" });
  view.dispatch({
    changes: { from: found.from, to: found.to, insert },
    selection: { anchor: found.from + insert.length },
    userEvent: "input",
  });
}
