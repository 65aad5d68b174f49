import { getTableColumns } from "drizzle-orm";
import { isPresent } from "../../../db/expressions";
import { type postMetas, type posts, users } from "../../../db/schema";
import type { Lock } from "../visibility/locks";

type Row = typeof posts.$inferSelect;
export type Meta = typeof postMetas.$inferSelect;

/** Columns that lists do not read. */
type Long = Pick<
  Row,
  | "content"
  | "originalContent"
  | "workingOriginalContent"
  | "workingContent"
  | "workingKeepRaw"
  | "workingEditorType"
  | "toc"
>;
/** Columns that only the search reads. */
type Unread = "plainText";

/** A row of a list with its author. */
export type ItemRow = Omit<Row, keyof Long | Unread> & {
  inProgress: boolean;
  authorNickname: string | null;
  authorAvatar: string | null;
};
/** A row with its texts. */
export type WholeRow = ItemRow & Long;

/** The columns of such a table in lists, in the dashboard's lists, and with texts; read beside `users`. */
export function columnsOf(table: typeof posts) {
  const {
    content,
    originalContent,
    workingOriginalContent,
    workingContent,
    workingKeepRaw,
    workingEditorType,
    toc,
    plainText: _plainText,
    ...listed
  } = getTableColumns(table);
  const itemColumns = {
    ...listed,
    authorNickname: users.nickname,
    authorAvatar: users.avatar,
    inProgress: isPresent(workingOriginalContent),
  };
  // The dashboard's lists need neither the excerpt, a third of the bytes read, nor the time of recycling.
  const { excerpt: _excerpt, recycledTime: _recycledTime, ...managed } = itemColumns;
  return {
    itemColumns,
    managedColumns: managed as typeof itemColumns,
    wholeColumns: {
      ...itemColumns,
      content,
      originalContent,
      workingOriginalContent,
      workingContent,
      workingKeepRaw,
      workingEditorType,
      toc,
    },
  };
}

/** A row's author in answers. */
export const authorOf = (row: Pick<ItemRow, "authorId" | "authorNickname" | "authorAvatar">) =>
  row.authorId === null
    ? null
    : { id: row.authorId, nickname: row.authorNickname ?? "", avatar: row.authorAvatar ?? "" };

/** The text to edit: the working one where there is one. */
export const workingTextOf = (row: WholeRow) => ({
  content: row.workingContent ?? row.content,
  originalContent: row.workingOriginalContent ?? row.originalContent,
  keepRaw: row.workingKeepRaw ?? row.keepRaw,
  editorType: row.workingEditorType ?? row.editorType,
});

/** The parts of any record. */
export type Related = { url: string; author: ReturnType<typeof authorOf>; metas: Meta[]; locks: Lock[] };

/** Joins a record with its parts. Changes the row in place: copying so many columns costs more than reading it. */
export function related<R extends ItemRow>(
  row: R,
  { url, metas, locks }: { url: string; metas: Meta[]; locks: Lock[] },
): R & Related {
  const record = row as R & Related;
  record.url = url;
  record.author = authorOf(row);
  record.metas = metas;
  record.locks = locks;
  return record;
}
