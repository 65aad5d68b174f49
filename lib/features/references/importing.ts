import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import type { links } from "../../../db/schema";
import { recordReferences } from "./recording";
import type { RecordKind } from "./kinds-schema";

/** A table of records with a number and two dates. TypeScript sees that of links. */
type Dated = { $inferInsert: object; $inferSelect: { id: number; createTime: Date; updateTime: Date } };

/** Stores records of another system in their table, inside the transaction of whoever takes them in. */
export function importingInto<T extends Dated>(kind: RecordKind, given: T) {
  const table = given as unknown as typeof links;
  type New = Omit<T["$inferInsert"], "id" | "createTime" | "updateTime">;
  type Row = T["$inferSelect"];

  return {
    kind,

    /** Stores a new one; returns its number. */
    async insert(db: Database, values: New, times: { createTime: Date; updateTime: Date; id?: number | undefined }) {
      const { id, ...dates } = times;
      const columns = { ...(values as object), ...dates, ...(id !== undefined && { id }) } as typeof table.$inferInsert;
      const [row] = await db.insert(table).values(columns).returning({ id: table.id });
      if (!row) throw new Error(`the ${kind} was not stored`);
      await recordReferences(db, kind, row.id, values, { isNew: true });
      return row.id;
    },

    /** One as it is; null where it is gone. */
    async read(db: Database, id: number): Promise<Row | null> {
      const [row] = await db.select().from(table).where(eq(table.id, id));
      return (row as unknown as Row | undefined) ?? null;
    },

    /** Sets columns of one. */
    async set(db: Database, id: number, columns: Partial<New> & { updateTime?: Date }): Promise<void> {
      await db.update(table).set(columns).where(eq(table.id, id));
      await recordReferences(db, kind, id, columns);
    },

    /** Removes one for good. */
    async remove(db: Database, id: number): Promise<void> {
      await db.delete(table).where(eq(table.id, id));
    },
  };
}
