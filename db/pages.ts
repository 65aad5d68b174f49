import { count, inArray, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { foundInAll } from "./expressions";
import type { Database } from "./sqlite";

type Listed = SQLiteTable & { id: AnySQLiteColumn };
type Asked = {
  where: SQL | undefined;
  /** The last one makes the order total. */
  order: readonly SQL[];
  page: number;
  size: number;
  /** Whether the condition looks at every row, as a search does. */
  looksAtAll: boolean;
};

/**
 * The numbers of the rows on one page of a list, in order, and the number of all. Found without reading whole rows,
 * since an index has the order; a condition that looks at every row does it once, from one end of the table to the
 * other, and counts on the way.
 */
export async function idsOnPage(
  db: Database,
  table: Listed,
  { where, order, page, size, looksAtAll }: Asked,
): Promise<{ ids: number[]; total: number }> {
  const offset = (page - 1) * size;
  const matching = db.select({ id: table.id }).from(table).where(where);
  const found = await db
    .select({ id: table.id, ...(looksAtAll && { total: foundInAll }) })
    .from(table)
    .where(looksAtAll ? inArray(table.id, matching) : where)
    .orderBy(...order)
    .limit(size)
    .offset(offset);
  const ids = found.map(({ id }) => Number(id));
  const [first] = found;
  if (first && "total" in first) return { ids, total: Number(first.total) };
  // A page that is not full ends the list, which then need not be counted.
  if (ids.length < size && (first || page === 1)) return { ids, total: offset + ids.length };
  const [counted] = await db.select({ total: count() }).from(table).where(where);
  return { ids, total: counted?.total ?? 0 };
}

/** Rows in the order of their numbers. */
export function inOrder<R extends { id: number }>(rows: readonly R[], ids: readonly number[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
