import { inArray, type SQLWrapper, sql } from "drizzle-orm";
import { postgres } from "../../../db/dialect";
import { isOneOf } from "../../../db/expressions";

/** Page sizes are rounded up to one of these, so that few statements are prepared. PostgreSQL takes any number as one value. */
const batches = postgres ? [100] : [1, 5, 20, 50, 100];
export const batchFor = (count: number): number => batches.find((batch) => batch >= count) ?? 100;

/** Whether a column is one of at most so many ids; `idPlaces` fills unused places with an id that no record has. */
export const idIn = (column: SQLWrapper, size: number) =>
  postgres
    ? isOneOf(column, sql.placeholder("ids"))
    : inArray(
        column,
        Array.from({ length: size }, (_, i) => sql.placeholder(String(i))),
      );
export const idPlaces = (ids: readonly number[], size: number) =>
  (postgres ? { ids } : Array.from({ length: size }, (_, i) => ids[i] ?? 0)) as unknown as Record<string, number>;

/** Groups rows by record, in order. */
export function byRecord<R extends { postId: number }, T>(rows: readonly R[], itemOf: (row: R) => T): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const list = lists.get(row.postId);
    if (list) list.push(itemOf(row));
    else lists.set(row.postId, [itemOf(row)]);
  }
  return lists;
}
