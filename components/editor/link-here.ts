import { syntaxTree } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import type { Link } from "./text-view";

const notation = /^\[((?:\\.|[^\\])*)\]\(\s*(<[^>\n]*>|[^\s)]*)\s*\)$/;

/** Selects the link that the cursor stands in: one of words and an address alone. */
export function takeLink(view: EditorView): Link | null {
  const { state } = view;
  const { head, empty } = state.selection.main;
  if (!empty) return null;
  for (let node = syntaxTree(state).resolveInner(head, -1); ;) {
    if (node.name === "Link") {
      const [found, words = "", address = ""] = notation.exec(state.sliceDoc(node.from, node.to)) ?? [];
      // A picture that leads elsewhere has more than words.
      if (found === undefined || /(?<!\\)[[\]]/.test(words)) return null;
      view.dispatch({ selection: { anchor: node.from, head: node.to } });
      return { address: address.replace(/^<(.*)>$/, "$1"), words: words.replace(/\\([[\]])/g, "$1") };
    }
    if (!node.parent) return null;
    node = node.parent;
  }
}
