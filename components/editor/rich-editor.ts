import { Editor, type Extensions, type JSONContent } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { type CommandName } from "./commands";
import { thinMarks } from "../../lib/text/html/marks";
import { playerHtml } from "../../lib/text/html/players";
import type { TextView, Wiring } from "./text-view";
import { asksForLink, commands, type RichCommand, runCommand, Shortcuts } from "./rich-commands";
import { contentsOf } from "./rich-contents";
import { FootnoteNumbers } from "./rich-footnotes";
import { docOf } from "./rich-from-html";
import { pieceView } from "./rich-pieces";
import { withPlace } from "./picture-places";
import { Bars } from "./rich-bars";
import { blockBars } from "./rich-block-tools";
import { takeLink } from "./rich-links";
import { nodesOf, pictureAt, pictureView, PictureWords } from "./rich-pictures";
import { richSchema } from "./rich-schema";
import { searchPanel } from "./rich-search";
import { type Choice, type Source, Suggestions } from "./rich-suggestions";
import { Shown } from "./rich-shown";
import { htmlOf } from "./rich-to-html";
import { treeOf, withoutFieldNames } from "./rich-tree";
import { Uploads } from "./rich-uploads";

const offered: CommandName[] = [
  "heading2",
  "heading3",
  "list",
  "numbers",
  "tasks",
  "quote",
  "callout",
  "codeBlock",
  "image",
  "link",
  "table",
  "footnote",
  "divider",
];
const isCommand = (name: CommandName): name is RichCommand => name in commands;

/** "/" at the beginning of a block offers blocks, `[[` the titles of posts and pages. */
function sourcesOf(wiring: Wiring, current: () => Editor): Source[] {
  const blocks = (words: string): Choice[] =>
    offered
      .filter((name) => wiring.commandLabels[name].toLowerCase().includes(words.toLowerCase()))
      .map((name) => ({
        label: wiring.commandLabels[name],
        choose: (from, to) => {
          const editor = current();
          editor.chain().focus().deleteRange({ from, to }).run();
          if (isCommand(name)) runCommand(editor, name);
          else wiring.ask(name);
        },
      }));
  const titles = async (words: string, signal: AbortSignal): Promise<Choice[]> =>
    (await wiring.find(words, signal)).map(({ title, url }) => ({
      label: title,
      detail: url,
      choose: (from, to) =>
        void current()
          .chain()
          .focus()
          .insertContentAt({ from, to }, [
            { type: "text", text: title, marks: [{ type: "link", attrs: { href: url } }] },
          ])
          .unsetMark("link")
          .run(),
    }));
  return [
    { label: wiring.commandLabels.link, sign: /(\[\[([^[\]]{0,80}))$/, offer: titles },
    { label: wiring.label, sign: /^(\/([\p{L}\p{N} ]{0,30}))$/u, offer: blocks },
  ];
}

/** Pastes an address over selected words as their link, and that of a video alone in a line as its player. */
function pasteAddress(editor: Editor, pasted: string): boolean {
  const address = pasted.trim();
  const { selection } = editor.state;
  if (!/^https?:\/\/\S+$/.test(address) || !URL.canParse(address)) return false;
  if (!selection.empty) return editor.chain().setMark("link", { href: address }).run();
  const { parent } = selection.$from;
  if (parent.type.name === "codeBlock") return false;
  const player = parent.childCount === 0 && parent.type.name === "paragraph" ? playerHtml(address) : null;
  if (player !== null)
    return editor
      .chain()
      .insertContent([{ type: "rawBlock", attrs: { html: player } }, { type: "paragraph" }])
      .run();
  return editor
    .chain()
    .insertContent({ type: "text", text: address, marks: [{ type: "link", attrs: { href: address } }] })
    .unsetMark("link")
    .run();
}

/** The document of a source, with few marks of each sign: the browser would stand still for those of others. */
function opened(html: string): JSONContent {
  const tree = treeOf(html);
  thinMarks(tree);
  return docOf(tree);
}

/** Makes an editor of rich text, whose source is HTML. */
export function richView(parent: HTMLElement, text: string, wiring: Wiring): TextView {
  /** The text as it was given, until somebody changes it: opening a text changes nothing. */
  let given = { text, doc: null as unknown };
  let isQuiet = true;
  const current = (): Editor => editor;
  const here = document.createElement("div");
  here.className = "editor-rich";
  parent.append(here);
  const extensions: Extensions = [
    ...richSchema.map((each) => {
      if (each.name === "rawBlock" || each.name === "rawInline")
        return each.extend({ addNodeView: () => pieceView(wiring.pieces) });
      if (each.name === "image") return each.extend({ addNodeView: () => pictureView });
      return each.name === "callout" ? each.configure({ names: wiring.calloutNames }) : each;
    }),
    Shortcuts.configure({ search: () => panel.open() }),
    Suggestions.configure({ sources: sourcesOf(wiring, current) }),
    Bars.configure({ bars: blockBars(wiring) }),
    FootnoteNumbers,
    Shown,
    PictureWords.configure({ report: wiring.atPicture }),
    Uploads.configure({ uploading: wiring.uploading }),
  ];
  const editor = new Editor({
    element: here,
    injectCSS: false,
    extensions,
    content: opened(text),
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": wiring.label,
        "data-placeholder": wiring.placeholder,
        class: "prose",
        spellcheck: "true",
        autocapitalize: "sentences",
      },
      handleDOMEvents: {
        keydown: (_view, event) => asksForLink(event) && (wiring.ask("link"), true),
        // Below the last block, where no text is: a line to write in.
        mousedown: (view, event) => {
          const last = view.dom.lastElementChild?.getBoundingClientRect();
          if (event.target !== view.dom || !last || event.clientY < last.bottom) return false;
          if (view.state.doc.lastChild?.isTextblock === true) return false;
          const { paragraph } = view.state.schema.nodes;
          if (paragraph) view.dispatch(view.state.tr.insert(view.state.doc.content.size, paragraph.create()));
          return false;
        },
      },
      transformPastedHTML: withoutFieldNames,
      handlePaste: (_view, event) =>
        event.clipboardData !== null && pasteAddress(editor, event.clipboardData.getData("text/plain")),
    },
    onTransaction: ({ transaction }) => {
      if (isQuiet || !transaction.docChanged) return;
      editor.view.dom.toggleAttribute("data-empty", isEmpty());
      wiring.changed();
    },
  });
  const panel = searchPanel(editor, parent, wiring.phrases);
  const isEmpty = () =>
    editor.state.doc.childCount <= 1 &&
    editor.state.doc.firstChild?.content.size === 0 &&
    editor.state.doc.firstChild.type.name === "paragraph";
  editor.view.dom.toggleAttribute("data-empty", isEmpty());
  given.doc = editor.state.doc;
  isQuiet = false;

  return {
    read: () => (editor.state.doc === given.doc ? given.text : htmlOf(editor.state.doc)),
    write: (next) => {
      editor.commands.setContent(opened(next), { emitUpdate: false });
      given = { text: next, doc: editor.state.doc };
    },
    plain: () => editor.state.doc.textBetween(0, editor.state.doc.content.size, "\n\n"),
    contents: () => contentsOf(editor.state.doc),
    selected: () => {
      const { from, to } = editor.state.selection;
      return editor.state.doc.textBetween(from, to, " ");
    },
    takeLink: () => takeLink(editor),
    run: (name) => void runCommand(editor, name),
    insert: (what) => {
      const { schema, selection } = editor.state;
      if ("pictures" in what) {
        const content = what.pictures.flatMap((picture, at) => [
          ...(at > 0 ? [{ type: "hardBreak" }] : []),
          ...nodesOf(schema, picture).map((node): object => node.toJSON() as object),
        ]);
        editor.chain().focus().insertContent({ type: "paragraph", content }).run();
        return;
      }
      if ("unlinked" in what) return void editor.chain().focus().unsetMark("link").run();
      const { address, words } = what.link;
      const chain = editor.chain().focus();
      const { from, to } = selection;
      // A selected picture leads to the address itself.
      const isKept = selection instanceof NodeSelection || words === editor.state.doc.textBetween(from, to, " ");
      if (selection instanceof NodeSelection) chain.setMark("link", { href: address }).run();
      // The cursor stands behind it then, so that no key replaces the words that were selected for it.
      else if (!selection.empty && isKept)
        chain.setMark("link", { href: address }).setTextSelection(to).unsetMark("link").run();
      else
        chain
          .insertContent({ type: "text", text: words, marks: [{ type: "link", attrs: { href: address } }] })
          .unsetMark("link")
          .run();
    },
    describePicture: ({ alt, caption, place }) => {
      const found = pictureAt(editor.state);
      if (!found) return;
      const { selection } = editor.state;
      const tr = editor.state.tr.setNodeMarkup(found.at, null, {
        ...found.node.attrs,
        src: withPlace(String(found.node.attrs.src), place),
        alt,
        title: caption,
      });
      if (selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, found.at));
      editor.view.dispatch(tr);
    },
    openSearch: () => panel.open(),
    goTo: (line) => {
      const at = Math.min(line, editor.state.doc.content.size);
      editor.view.dispatch(editor.state.tr.setSelection(TextSelection.near(editor.state.doc.resolve(at))));
      const dom = editor.view.nodeDOM(at - 1) ?? editor.view.domAtPos(at).node;
      (dom instanceof HTMLElement ? dom : dom.parentElement)?.scrollIntoView({ block: "center" });
      editor.view.focus();
    },
    focus: () => editor.commands.focus(null, { scrollIntoView: false }),
    destroy: () => {
      panel.destroy();
      editor.destroy();
      here.remove();
    },
  };
}
