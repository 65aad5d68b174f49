import { type Editor, getMarkRange } from "@tiptap/core";
import type { Link } from "./text-view";

/** Selects the link that the cursor stands in. */
export function takeLink(editor: Editor): Link | null {
  const { selection, schema, doc } = editor.state;
  const { link } = schema.marks;
  const range = link && selection.empty ? getMarkRange(selection.$from, link) : undefined;
  if (!link || !range) return null;
  const mark = doc.nodeAt(range.from)?.marks.find(({ type }) => type === link);
  editor.commands.setTextSelection(range);
  return { address: String(mark?.attrs.href ?? ""), words: doc.textBetween(range.from, range.to, " ") };
}
