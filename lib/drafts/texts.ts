import type { posts } from "../../db/schema";
import { slotsFor } from "../attachments/pictures";
import { renderContent } from "../content/renderer";
import { engine } from "../core/operation";

type Row = typeof posts.$inferSelect;
export type StoredText = Pick<Row, "editorType" | "originalContent" | "content" | "keepRaw">;
type GivenText = { content?: string | null; originalContent?: string | null; keepRaw?: boolean | null; editorType?: Row["editorType"] | null };

/** A text as it is stored, with what was derived from it. */
export type Text = StoredText & Pick<Row, "toc" | "excerpt" | "wordCount">;

export const emptyText: StoredText = { editorType: "MARKDOWN", originalContent: "", content: "", keepRaw: false };

/** What can be seen of a text by comparing: a revision is kept where this differs. */
export const sameText = (a: StoredText, b: StoredText): boolean => a.originalContent === b.originalContent && a.content === b.content && a.editorType === b.editorType;

/**
 * The text a save results in: `originalContent` rendered, or the given `content` where it is to be
 * kept raw (`keepRaw`, or a content that came without a source). Null: the save is not about the text.
 */
export async function textAfter(before: StoredText, given: GivenText): Promise<Text | null> {
  if (given.content === undefined && given.originalContent === undefined && given.keepRaw === undefined && given.editorType === undefined) return null;
  const editorType = given.editorType ?? before.editorType;
  const originalContent = given.originalContent === undefined ? before.originalContent : (given.originalContent ?? "");
  const withoutSource = originalContent === "" && (given.content ?? "") !== "";
  const keepRaw = (given.keepRaw === undefined ? before.keepRaw : (given.keepRaw ?? false)) || withoutSource;
  const raw = given.content ?? (before.keepRaw ? before.content : undefined);
  const pictures = await slotsFor(engine().reader, [originalContent, raw ?? ""]);
  const rendered = await renderContent({ editorType, originalContent, keepRaw: keepRaw && raw !== undefined, ...(raw !== undefined && { content: raw }), pictures });
  return { editorType, originalContent, keepRaw, content: rendered.html, toc: rendered.toc, excerpt: rendered.excerpt, wordCount: rendered.wordCount };
}
