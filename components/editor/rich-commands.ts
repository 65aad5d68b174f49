import { type ChainedCommands, type Editor, Extension } from "@tiptap/core";
import { isKey, type KeyName, keys } from "../ui/keys";
import type { CommandName } from "./commands";
import { addFootnote } from "./rich-footnotes";

type Command = (chain: ChainedCommands) => ChainedCommands;

/** The commands of toolbar, shortcuts and slash menu, as in Markdown. */
export const commands: Record<Exclude<CommandName, "link" | "image">, Command> = {
  heading2: (chain) => chain.toggleHeading({ level: 2 }),
  heading3: (chain) => chain.toggleHeading({ level: 3 }),
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  inlineCode: (chain) => chain.toggleMark("code"),
  quote: (chain) => chain.toggleBlockquote(),
  callout: (chain) => chain.toggleWrap("callout"),
  list: (chain) => chain.toggleBulletList(),
  numbers: (chain) => chain.toggleOrderedList(),
  tasks: (chain) => chain.toggleTaskList(),
  codeBlock: (chain) => chain.toggleCodeBlock(),
  table: (chain) => chain.insertTable({ rows: 2, cols: 2, withHeaderRow: true }),
  footnote: (chain) => chain.command(({ tr }) => addFootnote(tr)),
  divider: (chain) => chain.setHorizontalRule(),
};

export type RichCommand = keyof typeof commands;

export const runCommand = (editor: Editor, name: RichCommand): boolean => commands[name](editor.chain().focus()).run();

const own = [
  "bold",
  "italic",
  "inlineCode",
  "heading2",
  "heading3",
  "quote",
  "list",
  "tasks",
] as const satisfies (KeyName & RichCommand)[];

/** The kit's notation of a key of ours. */
const notation = (name: KeyName): string => keys[name].key;

/** The keys of the dashboard, which go before the kit's own. */
export const Shortcuts = Extension.create<{ search: () => void }>({
  name: "shortcuts",
  priority: 1000,
  addOptions: () => ({ search: () => {} }),
  addKeyboardShortcuts() {
    return {
      ...Object.fromEntries(own.map((name) => [notation(name), () => runCommand(this.editor, name)])),
      [notation("search")]: () => (this.options.search(), true),
      // The page handles these; they insert nothing.
      [notation("save")]: () => true,
      [notation("publish")]: () => true,
    };
  },
});

/** Whether the key asks for a link. The page's own palette, which has the same key, does not get it. */
export function asksForLink(event: KeyboardEvent): boolean {
  if (!isKey("link", event)) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
