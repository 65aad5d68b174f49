import { type AnyColumn, asc, desc, type Placeholder, type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";

/** A condition that is never true, and one that always is. */
export const none: SQL = sql`1 = 0`;
export const every: SQL = sql`1 = 1`;

/** Adds to a column in the database, so that both of two simultaneous writers count. */
export const plus = (column: AnyColumn, difference: number | Placeholder): SQL<number> =>
  sql`${column} + ${difference}`;

/** Whether a column is filled, as a column of an answer. */
export const isPresent = (column: AnyColumn): SQL<boolean> => sql<boolean>`${column} is not null`.mapWith(Boolean);

/** Whether a column's value occurs in a column of another table's records. */
export const isAmong = (column: AnyColumn, named: AnyColumn, table: Table, condition: SQLWrapper | undefined): SQL =>
  sql`${column} in (select ${named} from ${table} where ${condition})`;

/** What a list is ordered by: the columns that a request names, each with whether it descends, as far as it may name them. */
export const ordering = (sortable: Record<string, AnyColumn>, named: readonly (readonly [string, boolean])[]): SQL[] =>
  named.flatMap(([name, down]) => {
    const column = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
    return column ? [(down ? desc : asc)(column)] : [];
  });
