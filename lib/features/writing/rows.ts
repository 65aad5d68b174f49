import { getTableColumns } from "drizzle-orm";
import { isPresent } from "../../../db/expressions";
import { type posts, users } from "../../../db/schema";

type Row = typeof posts.$inferSelect;

/** What lists leave on disk. */
type Long = Pick<
  Row,
  "content" | "originalContent" | "workingOriginalContent" | "workingContent" | "workingKeepRaw" | "toc"
>;
/** What is read where the search wants it, and nowhere else. */
type Unread = "plainText";

/** A row as lists read it, its author beside it. */
export type ItemRow = Omit<Row, keyof Long | Unread> & {
  inProgress: boolean;
  authorNickname: string | null;
  authorAvatar: string | null;
};
/** A row with its texts. */
export type WholeRow = ItemRow & Long;

/** The columns of such a table in lists, in the dashboard's lists, and with the texts; read beside `users`. */
export function columnsOf(table: typeof posts) {
  const {
    content,
    originalContent,
    workingOriginalContent,
    workingContent,
    workingKeepRaw,
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
  // The dashboard's lists show neither the excerpt, a third of what such a list reads, nor when it was recycled.
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
      toc,
    },
  };
}

/** The author of a row, as answers show them. */
export const authorOf = (row: Pick<ItemRow, "authorId" | "authorNickname" | "authorAvatar">) =>
  row.authorId === null
    ? null
    : { id: row.authorId, nickname: row.authorNickname ?? "", avatar: row.authorAvatar ?? "" };

/** The text to work on: the working one where there is one. */
export const workingTextOf = (row: WholeRow) => ({
  content: row.workingContent ?? row.content,
  originalContent: row.workingOriginalContent ?? row.originalContent,
  keepRaw: row.workingKeepRaw ?? row.keepRaw,
});

/** What a stranger is told of a locked one. */
export const toldOfLocked = ({
  id,
  title,
  slug,
  status,
  createTime,
  updateTime,
  topPriority,
  disallowComment,
}: ItemRow) => ({ id, title, slug, status, createTime, updateTime, topPriority, disallowComment, locked: true });

/** What is said of a text beside its title: what somebody wrote, otherwise how it begins. */
export function summaryOf({ summary, excerpt }: Pick<ItemRow, "summary" | "excerpt">) {
  const hasSummary = summary.trim() !== "";
  return { hasSummary, summary: hasSummary ? summary : excerpt };
}
