import { id, index, instant, int, json, string, table, uniqueIndex } from "../dialect";
import { users } from "./users";

/** Rows of one table: the names of their columns, and the values of each. */
export type KeptRows = { columns: string[]; rows: unknown[][] };
/**
 * All that a deletion removed: the record and, table by table, what went with it, those first that others refer to; of a
 * tree, the numbers of its children. PostgreSQL keeps the order of lists, not that of keys.
 */
export type KeptRecord = { own: KeptRows; beside: (KeptRows & { table: string })[]; children: number[] };

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
