import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateField } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import { fileMarkup } from "./file-markup";
import { inPlace, watchPress } from "./press";
import { placeOf, withPlace } from "./picture-places";
import type { PictureHere, PictureWords } from "./text-view";

const notation = /^!\[((?:\\.|[^\]\\])*)\]\(\s*(<[^>\n]*>|[^\s)]*)(?:\s+"((?:\\.|[^"\\])*)")?\s*\)$/;
const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

const isBlankLine = ({ doc }: EditorState, ...numbers: number[]): boolean =>
  numbers.every((number) => number < 1 || number > doc.lines || doc.line(number).text.trim() === "");

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
        const { from, to } = node;
        const [line, below] = [state.doc.lineAt(from), state.doc.lineAt(to).to];
        // Several in neighbouring lines are a gallery.
        const isAlone = line.text.trim() === found && isBlankLine(state, line.number - 1, line.number + 1);
        return { from, to, below, isAlone, src, alt: unescaped(alt), caption: unescaped(caption) };
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

/** Makes room below the picture at the cursor, and reports it. A pressed pointer keeps the room as it is. */
export function reportPictures(report: (picture: PictureHere | null) => void): Extension {
  const place = document.createElement("div");
  // CodeMirror counts the heights of blocks without their margins: the form's stay inside.
  place.style.display = "flow-root";
  const widget = Decoration.widget({ widget: new Place(place), side: 1, block: true });
  let shown = "";
  let isPressed = () => false;
  const here = StateField.define<ReturnType<typeof pictureAt>>({
    create: pictureAt,
    update: (before, { state, docChanged }) => (before && !docChanged && isPressed() ? before : pictureAt(state)),
    provide: (field) =>
      EditorView.decorations.from(field, (found) =>
        found ? Decoration.set(widget.range(found.below)) : Decoration.none,
      ),
  });
  return [
    here,
    ViewPlugin.define((view) => {
      const press = watchPress(view.dom, () =>
        inPlace(
          () => view.coordsAtPos(view.state.selection.main.head)?.top,
          () => view.dispatch({}),
        ),
      );
      isPressed = press.isOn;
      // The form comes after the room for it; a click below it is looked up by the heights that the view knows.
      const sizes = new ResizeObserver(() => view.requestMeasure());
      sizes.observe(place);
      return {
        destroy: () => {
          press.stop();
          sizes.disconnect();
        },
      };
    }),
    EditorView.updateListener.of(({ state }) => {
      const found = state.field(here);
      const now = found ? JSON.stringify(found) : "";
      if (now === shown) return;
      shown = now;
      if (!found) return report(null);
      const { src, alt, caption, isAlone } = found;
      report({ src, alt, caption, isAlone, place: placeOf(src), below: place });
    }),
  ];
}

/** Writes the words of the picture at the cursor. */
export function describePicture(view: EditorView, { alt, caption, place }: PictureWords): void {
  const found = pictureAt(view.state);
  if (!found) return;
  const insert = fileMarkup({
    url: withPlace(found.src, place),
    altText: alt,
    caption,
    name: "",
    mediaType: "image/*",
  });
  view.dispatch({
    changes: { from: found.from, to: found.to, insert },
    selection: { anchor: found.from + insert.length },
    userEvent: "input",
  });
}
