import type { posts } from "../../../db/schema";
import { slotsFor } from "../attachments/pictures";
import { renderContent } from "../../services/rendering/renderer";
import { engine } from "../../core/operation";

type Row = typeof posts.$inferSelect;
export type StoredText = Pick<Row, "editorType" | "originalContent" | "content" | "keepRaw">;
type GivenText = {
  content?: string | null;
  originalContent?: string | null;
  keepRaw?: boolean | null;
  editorType?: Row["editorType"] | null;
};

/** A stored text with its derived data. */
type TextColumns = StoredText & Pick<Row, "toc" | "excerpt" | "wordCount"> & { plainText: string };
/** The same, with the addresses in its elements. */
export type Text = { columns: TextColumns; addresses: string[] };

export const emptyText: StoredText = { editorType: "MARKDOWN", originalContent: "", content: "", keepRaw: false };

/** What makes two texts different; a revision is kept where this differs. */
export const sameText = (a: StoredText, b: StoredText): boolean =>
  a.originalContent === b.originalContent && a.content === b.content && a.editorType === b.editorType;

/** The source of a rendering; `raw` is HTML made elsewhere. */
export type TextSource = Pick<StoredText, "editorType" | "originalContent" | "keepRaw"> & { raw: string | undefined };

/**
 * The text that a save renders: `originalContent`, or the given `content` where it is kept raw (`keepRaw`, or a content
 * without a source). Null: the save has no text.
 */
export function sourceAfter(before: StoredText, given: GivenText): TextSource | null {
  if (
    given.content === undefined &&
    given.originalContent === undefined &&
    given.keepRaw === undefined &&
    given.editorType === undefined
  )
    return null;
  const editorType = given.editorType ?? before.editorType;
  const originalContent = given.originalContent === undefined ? before.originalContent : (given.originalContent ?? "");
  const withoutSource = originalContent === "" && (given.content ?? "") !== "";
  const keepRaw = (given.keepRaw === undefined ? before.keepRaw : (given.keepRaw ?? false)) || withoutSource;
  return { editorType, originalContent, keepRaw, raw: given.content ?? (before.keepRaw ? before.content : undefined) };
}

export const sameSource = (a: TextSource, b: TextSource): boolean =>
  a.originalContent === b.originalContent &&
  a.raw === b.raw &&
  a.editorType === b.editorType &&
  a.keepRaw === b.keepRaw;

/** Renders a text and derives the data stored beside it. */
export async function textFrom({ raw, ...source }: TextSource, asker?: string): Promise<Text> {
  const pictures = await slotsFor(engine().reader, [source.originalContent, raw ?? ""]);
  const rendered = await renderContent(
    {
      ...source,
      keepRaw: source.keepRaw && raw !== undefined,
      ...(raw !== undefined && { content: raw }),
      pictures,
    },
    asker,
  );
  const columns = {
    ...source,
    content: rendered.html,
    toc: rendered.toc,
    excerpt: rendered.excerpt,
    wordCount: rendered.wordCount,
    plainText: rendered.text,
  };
  return { columns, addresses: rendered.addresses };
}

/** The plain text of HTML that was stored without it. */
export const plainTextOf = async (content: string): Promise<string> =>
  content === ""
    ? ""
    : (await renderContent({ editorType: "RICHTEXT", originalContent: "", keepRaw: true, content })).text;

/** The text after a save; null: the save has no text. */
export async function textAfter(before: StoredText, given: GivenText, asker?: string): Promise<Text | null> {
  const source = sourceAfter(before, given);
  return source && textFrom(source, asker);
}
