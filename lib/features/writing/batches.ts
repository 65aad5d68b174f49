import { inArray, type SQLWrapper, sql } from "drizzle-orm";

/** Page sizes are rounded up to one of these, so that few statements are prepared. */
const batches = [1, 5, 20, 50, 100];
export const batchFor = (count: number): number => batches.find((batch) => batch >= count) ?? 100;

/** `inArray` with a fixed number of places, named by their number; `idPlaces` fills the unused ones with an id that no record has. */
export const idIn = (column: SQLWrapper, size: number) =>
  inArray(
    column,
    Array.from({ length: size }, (_, i) => sql.placeholder(String(i))),
  );
export const idPlaces = (ids: readonly number[], size: number) =>
  Array.from({ length: size }, (_, i) => ids[i] ?? 0) as unknown as Record<string, number>;

/** The items made of each record's rows, in the rows' order. */
export function byRecord<R extends { postId: number }, T>(rows: readonly R[], itemOf: (row: R) => T): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const list = lists.get(row.postId);
    if (list) list.push(itemOf(row));
    else lists.set(row.postId, [itemOf(row)]);
  }
  return lists;
}
