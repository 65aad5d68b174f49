import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from "@codemirror/view";
import { keys } from "../ui/keys";
import { linksOf, picturesOf } from "./checks";
import { commands } from "./commands";
import { openSearch, prepareSearch } from "./late-search";
import { carefulMarkdown } from "./heavy-markdown";
import { fileHtml, fileMarkup, inBrackets, linkMarkup, titledLink } from "./file-markup";
import { takeLink } from "./link-here";
import { outlineOf } from "./outline";
import { pasteStructure } from "./paste";
import { describePicture, reportPictures } from "./picture-here";
import { playerHtml } from "../../lib/text/html/players";
import { menus } from "./slash-menu";
import { textLook } from "./text-look";
import type { EditorType, Insertion, TextView, Wiring } from "./text-view";
import { uploadsInText } from "./uploads";

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

/** The address of a video alone in a line becomes its player; Undo brings back the address. */
const pastePlayer = EditorView.domEventHandlers({
  paste: (event, view) => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.from);
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const html = line.text.trim() === "" && main.empty && !view.state.readOnly ? playerHtml(pasted) : null;
    if (html === null) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(pasted.trim()), { userEvent: "input.paste" });
    const to = view.state.selection.main.head;
    view.dispatch({
      changes: { from: line.from, to, insert: html },
      selection: { anchor: line.from + html.length },
      annotations: isolateHistory.of("full"),
      userEvent: "input.paste",
    });
    return true;
  },
});

function extensions(wiring: Wiring, isMarkdown: () => boolean): Extension {
  const prepare = prepareOnce();
  return [
    history(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    shortcuts(wiring.ask),
    menus(wiring),
    uploadsInText(wiring.uploading, isMarkdown),
    pastePlayer,
    pasteStructure(isMarkdown),
    reportPictures(wiring.atPicture),
    keymap.of([{ key: keys.search.key, run: (view) => (openSearch(view), true) }, ...historyKeymap, ...defaultKeymap]),
    carefulMarkdown(),
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

/** Replaces the whole text; undo restores the one before. */
function setText(view: EditorView, text: string): void {
  if (view.state.doc.toString() !== text)
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

/** Puts the cursor into a line and scrolls to it. */
function goToLine(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({
    selection: { anchor: at.to },
    effects: EditorView.scrollIntoView(at.from, { y: "start", yMargin: 90 }),
  });
  view.focus();
}

const sourceOf = (what: Insertion): string =>
  // Several pictures, each on a line of its own, are a gallery.
  "pictures" in what
    ? what.pictures.map(fileMarkup).join("\n")
    : "unlinked" in what
      ? // Brackets that were words of the link would begin another one.
        inBrackets(what.unlinked)
      : what.link.isTitle
        ? titledLink(what.link.address, what.link.words)
        : linkMarkup(what.link.address, what.link.words || what.link.address);

/** Makes an editor of a source: Markdown, or the HTML of rich text where its own editor cannot be loaded. */
export function sourceView(parent: HTMLElement, text: string, type: EditorType, wiring: Wiring): TextView {
  const isMarkdown = type === "MARKDOWN";
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: text, extensions: extensions(wiring, () => isMarkdown) }),
  });
  const read = () => view.state.doc.toString();
  return {
    read,
    write: (next) => setText(view, next),
    plain: read,
    contents: () => {
      const source = read();
      return {
        isEmpty: source.trim() === "",
        headings: outlineOf(source),
        links: linksOf(source),
        pictures: picturesOf(source),
      };
    },
    selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    takeLink: () => takeLink(view),
    run: (name) => {
      commands[name](view);
      view.focus();
    },
    insert: (what) => {
      const inHtml = "pictures" in what && !isMarkdown ? what.pictures.map(fileHtml).join("\n") : null;
      view.dispatch(view.state.replaceSelection(inHtml ?? sourceOf(what)), {
        scrollIntoView: true,
        userEvent: "input",
      });
    },
    describePicture: (words) => describePicture(view, words),
    openSearch: () => openSearch(view),
    goTo: (line) => goToLine(view, line),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
