import { index, int, oneOf, primaryKey, string, table } from "../dialect";
import { attachments } from "./attachments";
import { posts } from "./posts";
import { sheets } from "./sheets";

/**
 * What each column of a record refers to on this site, written in the transaction of the record. The number is null
 * where nothing is at the address. References of a deleted record are removed later.
 */
export const references = table(
  "record_references",
  {
    /** The kind of record (`recordTables` in `lib/features/references/records.ts`). */
    kind: string().notNull(),
    recordId: int().notNull(),
    field: string().notNull(),
    /**
     * Where the address points: to an upload, to `/archives/…`, or to the top of the site, where sheets are and posts
     * may be.
     */
    place: oneOf("uploads", "archives", "top").notNull(),
    /** The folder of the upload, or the slug. */
    name: string().notNull(),
    attachmentId: int().references(() => attachments.id, { onDelete: "set null" }),
    postId: int().references(() => posts.id, { onDelete: "set null" }),
    sheetId: int().references(() => sheets.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId, t.field, t.place, t.name] }),
    index("record_references_name").on(t.place, t.name, t.kind, t.recordId),
    index("record_references_attachment").on(t.attachmentId, t.place),
    index("record_references_post").on(t.postId, t.place),
    index("record_references_sheet").on(t.sheetId, t.place),
  ],
);
