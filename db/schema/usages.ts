import { index, int, primaryKey, string, table } from "../dialect";

/** The uploads that each column of a record names, written in the transaction that writes the record. A deleted record's go later. */
export const usages = table(
  "usages",
  {
    /** What kind of record it is (`usageKind` in `lib/features/attachments/schema.ts`). */
    kind: string().notNull(),
    recordId: int().notNull(),
    field: string().notNull(),
    /** The attachment's folder; there need not be such an attachment. */
    folder: string().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId, t.field, t.folder] }),
    index("usages_folder").on(t.folder, t.kind, t.recordId),
  ],
);
