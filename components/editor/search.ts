import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

const equipped = new WeakSet<EditorView>();

/** Adds find and replace to an editor, once. */
export function equip(view: EditorView): void {
  if (equipped.has(view)) return;
  equipped.add(view);
  view.dispatch({
    effects: StateEffect.appendConfig.of([
      search({ top: true }),
      highlightSelectionMatches({ minSelectionLength: 3 }),
      keymap.of(searchKeymap),
    ]),
  });
}

export function open(view: EditorView): void {
  equip(view);
  openSearchPanel(view);
}
