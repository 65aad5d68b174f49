import { type Editor, Extension, findParentNodeClosestToPos } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";

/** What can be done with a block of a kind, below the one that the cursor stands in. */
export type Bar = {
  /** The name of the node. */
  kind: string;
  element: HTMLElement;
  /** Shows what the block holds. */
  fill?: (node: Node) => void;
};

/** A bar with a name, in which controls keep the cursor where it is. */
export function newBar(label: string, ...controls: HTMLElement[]): HTMLElement {
  const bar = Object.assign(document.createElement("div"), { className: "editor-block-tools", hidden: true });
  bar.role = "toolbar";
  bar.ariaLabel = label;
  bar.append(...controls);
  return bar;
}

export function barButton(words: string, act: () => void): HTMLElement {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", act);
  return button;
}

/** A control with its name before it. */
export function named(words: string, control: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  label.append(words, control);
  return label;
}

/** Changes a field of the block that the cursor stands in. */
export function setField(editor: Editor, kind: string, field: string, value: string | null): void {
  const { state, view } = editor;
  const found = findParentNodeClosestToPos(state.selection.$from, ({ type }) => type.name === kind);
  if (found) view.dispatch(state.tr.setNodeMarkup(found.pos, null, { ...found.node.attrs, [field]: value }));
}

/** Keys lead back into the text from a bar's field. */
export function leavesTo(editor: Editor, control: HTMLElement): void {
  control.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && (event.key !== "Enter" || control instanceof HTMLSelectElement)) return;
    event.preventDefault();
    event.stopPropagation();
    editor.commands.focus(null, { scrollIntoView: false });
  });
}

/** Shows the bar of the innermost block that has one. */
export const Bars = Extension.create<{ bars: readonly ((editor: Editor) => Bar)[] }>({
  name: "bars",
  addOptions: () => ({ bars: [] }),
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        view: (view) => {
          const bars = this.options.bars.map((make) => make(editor));
          const here = view.dom.parentElement;
          here?.append(...bars.map(({ element }) => element));
          return {
            update: ({ state }) => {
              const isOfBar = ({ type }: Node) => bars.some(({ kind }) => kind === type.name);
              const found = findParentNodeClosestToPos(state.selection.$from, isOfBar);
              const dom = found ? view.nodeDOM(found.pos) : null;
              for (const { kind, element, fill } of bars) {
                element.hidden = !found || found.node.type.name !== kind || !(dom instanceof HTMLElement);
                if (element.hidden || !found || !(dom instanceof HTMLElement)) continue;
                fill?.(found.node);
                const top = here?.getBoundingClientRect().top ?? 0;
                element.style.top = `${dom.getBoundingClientRect().bottom - top + 4}px`;
              }
            },
            destroy: () => bars.forEach(({ element }) => element.remove()),
          };
        },
      }),
    ];
  },
});
