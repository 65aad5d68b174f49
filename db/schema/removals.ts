import { id, index, instant, int, json, string, table, uniqueIndex } from "../dialect";
import { users } from "./users";

/** Rows of one table: the names of their columns, and the values of each. */
export type KeptRows = { columns: string[]; rows: unknown[][] };
/** A deleted record; of a tree, with the numbers of its children. PostgreSQL keeps the order of lists, not that of keys. */
export type KeptRecord = { own: KeptRows; children: number[] };
/** Some of the rows of another table that went with it. */
export type KeptPart = KeptRows & { table: string };

/** Deleted records, kept for a while so that they can be put back. */
export const removedRecords = table(
  "removed_records",
  {
    id: id(),
    /** The kind of record (`removableKinds` in `lib/features/removals/schema.ts`) and its number. */
    kind: string().notNull(),
    recordId: int().notNull(),
    name: string().notNull(),
    /** Whose it was, where people see only their own. */
    ownerId: int().references(() => users.id, { onDelete: "set null" }),
    /** Who deleted it. */
    actorName: string().notNull(),
    removedTime: instant().notNull(),
    record: json().$type<KeptRecord>().notNull(),
  },
  (t) => [
    uniqueIndex("removed_records_record").on(t.recordId, t.kind),
    // Covers the filters of their list, which reads no rows until it knows the page.
    index("removed_records_time").on(t.removedTime, t.id, t.kind, t.ownerId, t.name),
  ],
);

/**
 * What went with deleted records, those rows first that others refer to. In parts: a note may have tens of thousands of
 * comments, which no process holds as one text.
 */
export const removedParts = table(
  "removed_parts",
  {
    id: id(),
    removalId: int()
      .notNull()
      .references(() => removedRecords.id, { onDelete: "cascade" }),
    part: json().$type<KeptPart>().notNull(),
  },
  (t) => [index("removed_parts_removal").on(t.removalId, t.id)],
);
