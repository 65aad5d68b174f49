import { type ChainedCommands, type Editor, Extension, findParentNodeClosestToPos } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

const tableTools = ["rowBelow", "columnRight", "deleteRow", "deleteColumn", "deleteTable"] as const;
export type TableTool = (typeof tableTools)[number];

const commands: Record<TableTool, (chain: ChainedCommands) => ChainedCommands> = {
  rowBelow: (chain) => chain.addRowAfter(),
  columnRight: (chain) => chain.addColumnAfter(),
  deleteRow: (chain) => chain.deleteRow(),
  deleteColumn: (chain) => chain.deleteColumn(),
  deleteTable: (chain) => chain.deleteTable(),
};

function barOf(editor: Editor, words: Record<TableTool | "label", string>): HTMLElement {
  const bar = Object.assign(document.createElement("div"), { className: "editor-table-tools", hidden: true });
  bar.role = "toolbar";
  bar.ariaLabel = words.label;
  for (const name of tableTools) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words[name] });
    // The cursor stays in its cell.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("click", () => void commands[name](editor.chain().focus()).run());
    bar.append(button);
  }
  return bar;
}

/** What can be done with the table that the cursor stands in, below it. */
export const TableTools = Extension.create<{ words: Record<TableTool | "label", string> | null }>({
  name: "tableTools",
  addOptions: () => ({ words: null }),
  addProseMirrorPlugins() {
    const { editor } = this;
    const { words } = this.options;
    if (!words) return [];
    return [
      new Plugin({
        view: (view) => {
          const bar = barOf(editor, words);
          view.dom.parentElement?.append(bar);
          return {
            update: ({ state }) => {
              const table = findParentNodeClosestToPos(state.selection.$from, ({ type }) => type.name === "table");
              const dom = table ? view.nodeDOM(table.pos) : null;
              bar.hidden = !(dom instanceof HTMLElement);
              if (!(dom instanceof HTMLElement)) return;
              const outer = view.dom.parentElement?.getBoundingClientRect();
              bar.style.top = `${dom.getBoundingClientRect().bottom - (outer?.top ?? 0) + 4}px`;
            },
            destroy: () => bar.remove(),
          };
        },
      }),
    ];
  },
});
