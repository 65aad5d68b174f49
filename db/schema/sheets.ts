import { id, index, int, primaryKey, string, table, uniqueIndex } from "../dialect";
import { writingColumns, revisionColumns } from "./writing";
import type { postMetas, postRedirects, postRevisions, posts } from "./posts";

// TypeScript sees the posts' tables, as it sees SQLite's on PostgreSQL, so that one program handles both. A sheet's id
// is therefore called `postId` here, as the API calls it in metas.

/** Pages outside of the dated posts: "About", "Imprint". */
export const sheets = table("sheets", writingColumns(), (t) => [
  uniqueIndex("sheets_slug").on(t.slug),
  index("sheets_translation").on(t.translationOf),
  index("sheets_front").on(t.status, t.topPriority, t.createTime, t.id),
  index("sheets_author").on(t.authorId, t.createTime),
  index("sheets_time").on(t.createTime, t.id),
  // Covers the sort orders and states of the dashboard's list, so that finding a page reads no rows.
  index("sheets_listed").on(
    t.status,
    t.createTime,
    t.authorId,
    t.title,
    t.updateTime,
    t.topPriority,
    t.visits,
    t.likes,
  ),
]) as unknown as typeof posts;

const sheetId = () =>
  int("sheet_id")
    .notNull()
    .references(() => sheets.id, { onDelete: "cascade" });

export const sheetMetas = table(
  "sheet_metas",
  { postId: sheetId(), key: string().notNull(), value: string().notNull() },
  (t) => [primaryKey({ columns: [t.postId, t.key] })],
) as unknown as typeof postMetas;

/** A sheet's text that a deliberate save replaced. */
export const sheetRevisions = table("sheet_revisions", { id: id(), postId: sheetId(), ...revisionColumns() }, (t) => [
  index("sheet_revisions_sheet").on(t.postId, t.id),
]) as unknown as typeof postRevisions;

/** Earlier addresses of published sheets; they redirect permanently. */
export const sheetRedirects = table("sheet_redirects", { slug: string().primaryKey(), postId: sheetId() }, (t) => [
  index("sheet_redirects_sheet").on(t.postId),
]) as unknown as typeof postRedirects;
