import { and, eq, sql } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../../db";
import { type KnownAddresses, recordReferences } from "../references/recording";
import { Raced } from "../../core/races";
import type { Collection } from "./collection";

/** A record as it was read; every change names the version it is based on. */
export type Seen = { id: number; version: number };

/** Changes and deletes records of a collection, unless they have changed since they were read. */
export function changingOf({ name, table }: Collection) {
  type Row = typeof table.$inferSelect;
  const asSeen = and(eq(table.id, sql.placeholder("id")), eq(table.version, sql.placeholder("seen")));
  const raced = ({ id, version }: Seen) => new Raced(`${name} ${id} is no longer at version ${version}.`);

  /** Sets columns of one record and returns it. */
  async function change(
    db: Database,
    seen: Seen,
    columns: Partial<typeof table.$inferInsert>,
    now: Date,
    known: KnownAddresses = {},
  ): Promise<Row> {
    const values = { ...columns, updateTime: now, version: seen.version + 1 };
    const { name: shape, places } = placesFor(values);
    const [row] = await prepared(db, `set-${name}:${shape}`, (on) =>
      on.update(table).set(places).where(asSeen).returning(),
    ).execute({ ...values, id: seen.id, seen: seen.version });
    if (!row) throw raced(seen);
    await recordReferences(db, name, seen.id, columns, { known });
    return row;
  }

  /** Sets columns beside the texts, such as the status, without reading the texts, which takes longer than all else. */
  async function mark(db: Database, seen: Seen, columns: Partial<typeof table.$inferInsert>, now: Date): Promise<void> {
    const values = { ...columns, updateTime: now, version: seen.version + 1 };
    const { name: shape, places } = placesFor(values);
    const marked = await prepared(db, `mark-${name}:${shape}`, (on) =>
      on.update(table).set(places).where(asSeen).returning({ id: table.id }),
    ).execute({ ...values, id: seen.id, seen: seen.version });
    if (marked.length === 0) throw raced(seen);
  }

  /** Deletes one record for good. */
  async function removeForGood(db: Database, seen: Seen): Promise<void> {
    const gone = await prepared(db, `delete-${name}`, (on) =>
      on.delete(table).where(asSeen).returning({ id: table.id }),
    ).execute({ id: seen.id, seen: seen.version });
    if (gone.length === 0) throw raced(seen);
  }

  return { change, mark, removeForGood };
}
