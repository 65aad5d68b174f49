import { count, inArray, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { aside } from "./aside";
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
  /** Whether visitors ask for it, too, who do not wait for what the dashboard looks through. */
  isPublic?: boolean;
};

/** So few matches are put in order by their numbers. */
const FEW = 1000;
/** A page within this part of the matches is reached in the list's order before a fifth of the rows is read. */
const BEGINNING = 1 / 5;
/** Pages that begin further back than this many rows are counted off where nobody waits. */
const FAR = 1000;

/**
 * The numbers of the rows on one page of a list, in order, and the number of all. Found without reading whole rows,
 * since an index has the order. Where a condition looks at every row, putting all that match in order would take longer
 * than finding them: few are found first, and the first ones of many are met by walking in the list's order.
 */
export async function idsOnPage(
  reader: Database,
  table: Listed,
  { where, order, page, size, looksAtAll, isPublic = false }: Asked,
): Promise<{ ids: number[]; total: number }> {
  const offset = (page - 1) * size;
  const db = looksAtAll || offset > FAR ? aside(reader, isPublic ? "pages" : "dashboard") : reader;
  const inOrderOf = (condition: SQL | undefined) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(condition)
      .orderBy(...order)
      .limit(size)
      .offset(offset);
  const numbers = (rows: { id: unknown }[]) => rows.map(({ id }) => Number(id));
  const countAll = async () => (await db.select({ total: count() }).from(table).where(where))[0]?.total ?? 0;
  if (looksAtAll) {
    const some = numbers(
      await db
        .select({ id: table.id })
        .from(table)
        .where(where)
        .limit(FEW + 1),
    );
    if (some.length === 0) return { ids: [], total: 0 };
    if (some.length <= FEW) return { ids: numbers(await inOrderOf(inArray(table.id, some))), total: some.length };
    const total = await countAll();
    const isSoon = offset + size <= total * BEGINNING;
    const matching = db.select({ id: table.id }).from(table).where(where);
    return { ids: numbers(await inOrderOf(isSoon ? where : inArray(table.id, matching))), total };
  }
  const ids = numbers(await inOrderOf(where));
  // A page that is not full ends the list, which then need not be counted.
  if (ids.length < size && (ids.length > 0 || page === 1)) return { ids, total: offset + ids.length };
  return { ids, total: await countAll() };
}

/** Rows in the order of their numbers. */
export function inOrder<R extends { id: number }>(rows: readonly R[], ids: readonly number[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
