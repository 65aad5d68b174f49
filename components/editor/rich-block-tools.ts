import type { ChainedCommands, Editor } from "@tiptap/core";
import { markedLines } from "../../lib/text/html/marked-lines";
import { type Bar, barButton, leavesTo, named, newBar, setField } from "./rich-bars";
import type { Wiring } from "./text-view";

type Words = Pick<Wiring, "tableTools" | "codeTools" | "calloutTools" | "calloutNames">;

const tableTools = {
  rowBelow: (chain) => chain.addRowAfter(),
  columnRight: (chain) => chain.addColumnAfter(),
  deleteRow: (chain) => chain.deleteRow(),
  deleteColumn: (chain) => chain.deleteColumn(),
  deleteTable: (chain) => chain.deleteTable(),
} satisfies Record<string, (chain: ChainedCommands) => ChainedCommands>;

const tableBar =
  ({ tableTools: words }: Words) =>
  (editor: Editor): Bar => {
    const tools = Object.keys(tableTools) as (keyof typeof tableTools)[];
    const buttons = tools.map((name) =>
      barButton(words[name], () => void tableTools[name](editor.chain().focus()).run()),
    );
    return { kind: "table", element: newBar(words.label, ...buttons) };
  };

/** A field of a bar, which writes what is typed into the block; null refuses it. */
function field(editor: Editor, kind: string, name: string, read: (typed: string) => string | null): HTMLInputElement {
  const input = Object.assign(document.createElement("input"), {
    type: "text",
    spellcheck: false,
    autocomplete: "off",
  });
  input.addEventListener("input", () => {
    const value = read(input.value);
    input.ariaInvalid = value === null ? "true" : null;
    if (value !== null) setField(editor, kind, name, value);
  });
  leavesTo(editor, input);
  return input;
}

/** Shows a value in a field, except while it is typed there. */
function show(control: HTMLInputElement | HTMLSelectElement, value: unknown): void {
  if (document.activeElement === control) return;
  control.value = typeof value === "string" ? value : "";
  control.ariaInvalid = null;
}

const codeBar =
  ({ codeTools: words }: Words) =>
  (editor: Editor): Bar => {
    const of = (name: string, read: (typed: string) => string | null) => field(editor, "codeBlock", name, read);
    const language = of("language", (typed) => (/^\S{0,64}$/.test(typed.trim()) ? typed.trim().toLowerCase() : null));
    const title = of("title", (typed) => typed.trim());
    const lines = of("lines", (typed) => {
      const given = typed.replace(/\s/g, "");
      return given === "" || markedLines.test(given) ? given : null;
    });
    [language.size, title.size, lines.size] = [7, 13, 6];
    lines.placeholder = "2,5-7";
    return {
      kind: "codeBlock",
      element: newBar(
        words.label,
        named(words.language, language),
        named(words.title, title),
        named(words.lines, lines),
      ),
      fill: ({ attrs }) => {
        show(language, attrs.language);
        show(title, attrs.title);
        show(lines, attrs.lines);
      },
    };
  };

const calloutBar =
  ({ calloutTools: words, calloutNames }: Words) =>
  (editor: Editor): Bar => {
    const kinds = document.createElement("select");
    const option = (value: string, textContent: string) =>
      Object.assign(document.createElement("option"), { value, textContent });
    const known = Object.entries(calloutNames).map(([kind, name]) => option(kind, name));
    kinds.addEventListener("change", () => setField(editor, "callout", "kind", kinds.value));
    leavesTo(editor, kinds);
    const title = field(editor, "callout", "title", (typed) => typed.trim());
    title.size = 16;
    return {
      kind: "callout",
      element: newBar(
        words.label,
        named(words.kind, kinds),
        named(words.title, title),
        barButton(words.remove, () => void editor.chain().focus().lift("callout").run()),
      ),
      fill: ({ attrs }) => {
        const kind = String(attrs.kind);
        // One that is not offered stays as it is.
        kinds.replaceChildren(
          ...known,
          ...(Object.hasOwn(calloutNames, kind) ? [] : [option(kind, kind.toUpperCase())]),
        );
        kinds.value = kind;
        show(title, attrs.title);
      },
    };
  };

/** The bars of tables, code and callouts. */
export const blockBars = (words: Words) => [tableBar(words), codeBar(words), calloutBar(words)];
