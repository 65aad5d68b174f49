import { getTableColumns, type Table } from "drizzle-orm";

type Insert<T extends Table> = T["$inferInsert"];
type Columns<G, T extends Table, W> = {
  [K in keyof G as K extends keyof Insert<T> ? Exclude<K, W | "id"> : never]: K extends keyof Insert<T>
    ? Exclude<G[K], null> | (null extends G[K] ? Insert<T>[K] : never)
    : never;
};

/**
 * Turns the given fields of a record into columns. A field that is left out stays as it is. Null becomes the column's
 * default; without one it is stored as null, or ignored where the column may not be null. `others` names the fields
 * that the caller works out; fields without a column are stored elsewhere.
 */
export function columnsFrom<G extends object, T extends Table, W extends string = never>(
  given: G,
  table: T,
  others: readonly W[] = [],
): Columns<G, T, W> {
  const columns = getTableColumns(table);
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const column = columns[name];
    if (!column || value === undefined || column.primary || (others as readonly string[]).includes(name)) continue;
    if (value !== null) set[name] = value;
    else if (column.default !== undefined) set[name] = column.default;
    else if (!column.notNull) set[name] = null;
  }
  return set as Columns<G, T, W>;
}
