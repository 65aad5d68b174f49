import { autocompletion, type Completion, type CompletionSource } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { type CommandName, commands } from "./commands";
import { titledLink } from "./file-markup";
import type { Wiring } from "./text-view";

const entries: { name: CommandName; sign: string }[] = [
  { name: "heading2", sign: "##" },
  { name: "heading3", sign: "###" },
  { name: "list", sign: "-" },
  { name: "numbers", sign: "1." },
  { name: "tasks", sign: "- [ ]" },
  { name: "quote", sign: ">" },
  { name: "callout", sign: "> [!]" },
  { name: "codeBlock", sign: "```" },
  { name: "image", sign: "![]" },
  { name: "link", sign: "[]()" },
  { name: "table", sign: "| |" },
  { name: "footnote", sign: "[^1]" },
  { name: "divider", sign: "---" },
];

/** Removes the typed "/…" and runs the choice. */
const choose =
  (name: CommandName, ask: (what: "link" | "image") => void): Completion["apply"] =>
  (view: EditorView, _completion, from, to) => {
    view.dispatch({ changes: { from, to }, userEvent: "delete" });
    if (name === "link" || name === "image") ask(name);
    else commands[name](view);
  };

type Given = Pick<Wiring, "commandLabels" | "ask" | "find">;

/** "/" at the beginning of a line offers blocks. */
function blocks({ commandLabels: labels, ask }: Given): CompletionSource {
  const options = entries.map(({ name, sign }, at): Completion => ({
    label: `/${labels[name]}`,
    displayLabel: labels[name],
    detail: sign,
    boost: -at,
    apply: choose(name, ask),
  }));
  return (context) => {
    const typed = context.matchBefore(/^\/[\p{L}\p{N}]*$/u);
    return typed && context.state.doc.lineAt(context.pos).from === typed.from
      ? { from: typed.from, options, validFor: /^\/[\p{L}\p{N} ]*$/u }
      : null;
  };
}

/** `[[` offers the titles of posts and pages, and becomes a link to the chosen one. */
const titles =
  ({ find }: Given): CompletionSource =>
  async (context) => {
    const typed = context.matchBefore(/\[\[[^[\]\n]{0,80}$/);
    if (!typed) return null;
    const leaving = new AbortController();
    context.addEventListener("abort", () => leaving.abort());
    const found = await find(typed.text.slice(2), leaving.signal).catch(() => []);
    return {
      from: typed.from,
      filter: false,
      options: found.map(({ title, url }): Completion => ({
        label: title,
        detail: url,
        apply: (view, _completion, from, to) => {
          // Signs that are typed in pairs by some keyboards are closed already.
          const end = view.state.sliceDoc(to, to + 2) === "]]" ? to + 2 : to;
          const insert = titledLink(url, title);
          view.dispatch({
            changes: { from, to: end, insert },
            selection: { anchor: from + insert.length },
            userEvent: "input",
          });
        },
      })),
    };
  };

/** What is offered while something is typed. */
export const menus = (given: Given) => autocompletion({ override: [blocks(given), titles(given)], icons: false });
