import type { posts } from "../../db/schema";
import { slotsFor } from "../attachments/pictures";
import { renderContent } from "../content/renderer";
import { engine } from "../core/operation";

type Row = typeof posts.$inferSelect;
export type StoredText = Pick<Row, "editorType" | "originalContent" | "content" | "keepRaw">;
type GivenText = {
  content?: string | null;
  originalContent?: string | null;
  keepRaw?: boolean | null;
  editorType?: Row["editorType"] | null;
};

/** A text as it is stored, with what was derived from it. */
type TextColumns = StoredText & Pick<Row, "toc" | "excerpt" | "wordCount"> & { plainText: string };
/** The same, and what its elements lead to. */
export type Text = { columns: TextColumns; addresses: string[] };

export const emptyText: StoredText = { editorType: "MARKDOWN", originalContent: "", content: "", keepRaw: false };

/** What can be seen of a text by comparing: a revision is kept where this differs. */
export const sameText = (a: StoredText, b: StoredText): boolean =>
  a.originalContent === b.originalContent && a.content === b.content && a.editorType === b.editorType;

/** What a text is rendered from; `raw` is HTML made elsewhere. */
export type TextSource = Pick<StoredText, "editorType" | "originalContent" | "keepRaw"> & { raw: string | undefined };

/**
 * What the text of a save is to be rendered from: `originalContent`, or the given `content` where it is to be
 * kept raw (`keepRaw`, or a content that came without a source). Null: the save is not about the text.
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

/** Renders a text, and derives what is stored beside it. */
export async function textFrom({ raw, ...source }: TextSource): Promise<Text> {
  const pictures = await slotsFor(engine().reader, [source.originalContent, raw ?? ""]);
  const rendered = await renderContent({
    ...source,
    keepRaw: source.keepRaw && raw !== undefined,
    ...(raw !== undefined && { content: raw }),
    pictures,
  });
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

/** What an HTML that was stored without its plain text says. */
export const plainTextOf = async (content: string): Promise<string> =>
  content === ""
    ? ""
    : (await renderContent({ editorType: "RICHTEXT", originalContent: "", keepRaw: true, content })).text;

/** The text a save results in; null: it is not about the text. */
export async function textAfter(before: StoredText, given: GivenText): Promise<Text | null> {
  const source = sourceAfter(before, given);
  return source && textFrom(source);
}
