import { history, defaultKeymap, historyKeymap } from "@codemirror/commands";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from "@codemirror/view";
import { keys } from "../ui/keys";
import { type CommandName, commands } from "./commands";
import { openSearch, prepareSearch } from "./late-search";
import { pasteStructure } from "./paste";
import { slashMenu } from "./slash-menu";
import { textLook } from "./text-look";

export type Wiring = {
  label: string;
  placeholder: string;
  commandLabels: Record<CommandName, string>;
  /** CodeMirror's words, in the dashboard's language. */
  phrases: Record<string, string>;
  changed: () => void;
  ask: (what: "link" | "image") => void;
  /** Whether the text is Markdown, not the source of rich text. */
  isMarkdown: () => boolean;
};

/** Shortcuts beside the usual ones; Tab moves on to the next control. */
const shortcuts = (ask: Wiring["ask"]) =>
  keymap.of([
    ...(["bold", "italic", "inlineCode", "heading2", "heading3", "quote", "list", "tasks"] as const).map((name) => ({
      key: keys[name].key,
      run: commands[name],
    })),
    { key: keys.link.key, stopPropagation: true, run: () => (ask("link"), true) },
    // The page handles these; they insert nothing.
    ...[keys.save, keys.publish].map(({ key }) => ({ key, run: () => true })),
  ]);

/** Loads what a text needs later after its first change. */
function prepareOnce() {
  let isDone = false;
  return (view: EditorView) => {
    if (isDone) return;
    isDone = true;
    setTimeout(() => prepareSearch(view));
  };
}

function extensions(wiring: Wiring): Extension {
  const prepare = prepareOnce();
  return [
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    shortcuts(wiring.ask),
    slashMenu(wiring.commandLabels, wiring.ask),
    pasteStructure(wiring.isMarkdown),
    keymap.of([{ key: keys.search.key, run: (view) => (openSearch(view), true) }, ...historyKeymap, ...defaultKeymap]),
    markdown({ base: markdownLanguage, completeHTMLTags: false, pasteURLAsLink: true }),
    placeholder(wiring.placeholder),
    EditorState.phrases.of(wiring.phrases),
    EditorView.contentAttributes.of({
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
      "aria-label": wiring.label,
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      wiring.changed();
      prepare(update.view);
    }),
    textLook,
  ];
}

/** A Markdown editor in this element; call `destroy` on it at the end. */
export const makeEditor = (parent: HTMLElement, text: string, wiring: Wiring): EditorView =>
  new EditorView({ parent, state: EditorState.create({ doc: text, extensions: extensions(wiring) }) });

/** Replaces the whole text; undo restores the one before. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() !== text)
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

/** Puts the cursor into a line and scrolls to it. */
export function goToLine(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({
    selection: { anchor: at.to },
    effects: EditorView.scrollIntoView(at.from, { y: "start", yMargin: 90 }),
  });
  view.focus();
}
