import type { Node, Schema } from "@tiptap/pm/model";
import { Extension, type NodeViewRendererProps } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import type { Shown } from "./file-markup";
import { inPlace, watchPress } from "./press";
import { placeOf } from "./picture-places";
import type { PictureHere } from "./text-view";

/** A file as rich text holds it: a picture with its caption, anything else linked by its name. */
export function nodesOf(schema: Schema, { url, altText, name, mediaType, caption = "" }: Shown): Node[] {
  if (mediaType.startsWith("image/"))
    return schema.nodes.image ? [schema.nodes.image.create({ src: url, alt: altText, title: caption })] : [];
  const link = schema.marks.link?.create({ href: url });
  return [schema.text(name, link ? [link] : [])];
}

/** How pictures that stand alone in a paragraph are shown: one with its caption, several on lines of their own as a gallery. */
export function pictured(paragraph: Node): "pictured" | "gallery" | null {
  if (paragraph.type.name !== "paragraph" || paragraph.childCount === 0) return null;
  let [pictures, breaks, isOther] = [0, 0, false];
  paragraph.forEach(({ type }) => {
    if (type.name === "image") pictures += 1;
    else if (type.name === "hardBreak") breaks += 1;
    else isOther = true;
  });
  if (isOther || pictures === 0) return null;
  return pictures === 1 ? "pictured" : breaks >= pictures - 1 ? "gallery" : null;
}

/** Shows a picture with its caption, as wide as it will stand. */
export function pictureView({ node }: NodeViewRendererProps) {
  const dom = document.createElement("span");
  const image = document.createElement("img");
  const caption = Object.assign(document.createElement("span"), { className: "caption" });
  dom.contentEditable = "false";
  dom.append(image, caption);
  const fill = ({ attrs }: Node) => {
    const { src, alt, title } = attrs as Record<"src" | "alt" | "title", string>;
    dom.className = `picture ${placeOf(src)}`.trim();
    if (image.getAttribute("src") !== src) image.src = src;
    image.alt = alt;
    caption.textContent = title;
    caption.hidden = title === "";
  };
  fill(node);
  return { dom, update: (next: Node) => next.type === node.type && (fill(next), true) };
}

/** The picture that is selected, or that the cursor stands beside in a paragraph of its own. */
export function pictureAt({ selection, doc }: EditorState): { node: Node; at: number; isAlone: boolean } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "image")
    return { node: selection.node, at: selection.from, isAlone: selection.$from.parent.childCount === 1 };
  const { $from, empty } = selection;
  if (!empty || $from.parent.childCount !== 1 || $from.parent.firstChild?.type.name !== "image") return null;
  const at = $from.start();
  const node = doc.nodeAt(at);
  return node ? { node, at, isAlone: true } : null;
}

/**
 * Takes over where a click out of a picture's form has put the cursor. ProseMirror hears of it later, and shortly after
 * it gets the focus it puts its own selection back: on a busy machine before it has heard.
 */
function takeCursor(view: EditorView): void {
  const shown = document.getSelection();
  if (!shown?.isCollapsed || !shown.anchorNode || !view.dom.contains(shown.anchorNode) || !view.hasFocus()) return;
  const $at = view.state.doc.resolve(view.posAtDOM(shown.anchorNode, shown.anchorOffset));
  if (!$at.parent.isTextblock || $at.sameParent(view.state.selection.$head)) return;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, $at.pos)));
}

const key = new PluginKey<ReturnType<typeof pictureAt>>("pictureWords");

/** Makes room below the picture at the cursor, and reports it. A pressed pointer keeps the room as it is. */
export const PictureWords = Extension.create<{ report: (picture: PictureHere | null) => void }>({
  name: "pictureWords",
  addOptions: () => ({ report: () => {} }),
  addProseMirrorPlugins() {
    const { report } = this.options;
    const place = document.createElement("div");
    let shown = "";
    let isPressed = () => false;
    return [
      new Plugin<ReturnType<typeof pictureAt>>({
        key,
        state: {
          init: (_, state) => pictureAt(state),
          apply: (tr, before, _, state) => (before && !tr.docChanged && isPressed() ? before : pictureAt(state)),
        },
        props: {
          decorations: (state) => {
            const found = key.getState(state);
            if (!found) return null;
            const after = state.doc.resolve(found.at).after();
            const options = { key: "picture", side: 1, ignoreSelection: true, stopEvent: () => true };
            return DecorationSet.create(state.doc, [Decoration.widget(after, place, options)]);
          },
        },
        view: (view) => {
          const press = watchPress(view.dom, () =>
            inPlace(
              () => view.coordsAtPos(view.state.selection.head).top,
              () => view.dispatch(view.state.tr.setMeta(key, "released")),
            ),
          );
          isPressed = press.isOn;
          const released = () => void (press.isOn() && key.getState(view.state) && takeCursor(view));
          window.addEventListener("mouseup", released);
          return {
            update: ({ state }) => {
              const found = key.getState(state);
              const { src = "", alt = "", title = "" } = (found?.node.attrs ?? {}) as Record<string, string>;
              const now = found ? JSON.stringify([found.at, src, alt, title, found.isAlone]) : "";
              if (now === shown) return;
              shown = now;
              const { isAlone = false } = found ?? {};
              report(found ? { src, alt, caption: title, place: placeOf(src), isAlone, below: place } : null);
            },
            destroy: () => {
              press.stop();
              window.removeEventListener("mouseup", released);
            },
          };
        },
      }),
    ];
  },
});
