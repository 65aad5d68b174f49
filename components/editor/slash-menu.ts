import { autocompletion, type Completion, type CompletionSource } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { type CommandName, commands } from "./commands";

const entries: { name: CommandName; sign: string }[] = [
  { name: "heading2", sign: "##" },
  { name: "heading3", sign: "###" },
  { name: "list", sign: "-" },
  { name: "numbers", sign: "1." },
  { name: "tasks", sign: "- [ ]" },
  { name: "quote", sign: ">" },
  { name: "codeBlock", sign: "```" },
  { name: "image", sign: "![]" },
  { name: "link", sign: "[]()" },
  { name: "table", sign: "| |" },
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

/** "/" at the beginning of a line offers blocks. */
export function slashMenu(labels: Record<CommandName, string>, ask: (what: "link" | "image") => void) {
  const options = entries.map(({ name, sign }, at): Completion => ({
    label: `/${labels[name]}`,
    displayLabel: labels[name],
    detail: sign,
    boost: -at,
    apply: choose(name, ask),
  }));
  const source: CompletionSource = (context) => {
    const typed = context.matchBefore(/^\/[\p{L}\p{N}]*$/u);
    return typed && context.state.doc.lineAt(context.pos).from === typed.from
      ? { from: typed.from, options, validFor: /^\/[\p{L}\p{N} ]*$/u }
      : null;
  };
  return autocompletion({ override: [source], icons: false });
}
