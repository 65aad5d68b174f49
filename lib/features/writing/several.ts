import { and, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { type Actor, authorizeEdit } from "../../core/access";
import { notFound } from "../../core/errors";
import { visibilityOf } from "../visibility/texts";
import type { Collection } from "./collection";
import { refuseLongRows } from "./text-sizes";

const chosenColumns = (table: Collection["table"]) => ({
  id: table.id,
  title: table.title,
  createTime: table.createTime,
  authorId: table.authorId,
  status: table.status,
  password: table.password,
  publishedTime: table.publishedTime,
  recycledTime: table.recycledTime,
  version: table.version,
});
export type Chosen = Pick<Collection["table"]["$inferSelect"], keyof ReturnType<typeof chosenColumns>>;

/** Finds records of a collection in the given order; the actor must be allowed to change each. */
export function severalOf(collection: Collection) {
  const { table } = collection;
  const visibleTo = visibilityOf(table);
  return async (db: Database, actor: Actor, ids: readonly number[], now: Date): Promise<Chosen[]> => {
    const rows = await db
      .select(chosenColumns(table))
      .from(table)
      .where(and(inArray(table.id, [...ids]), rowByRow(visibleTo(actor, now, "dashboard"))));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const found = ids.map((id) => {
      const row = byId.get(id);
      if (!row) throw notFound();
      authorizeEdit(actor, row);
      return row;
    });
    await refuseLongRows(collection, db, ids);
    return found;
  };
}
