import { type AnyColumn, asc, desc, type Placeholder, type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";

/** Conditions that no record meets, and that every record does. */
export const none: SQL = sql`1 = 0`;
export const every: SQL = sql`1 = 1`;

/** A column's value and so much more, reckoned by the database, so that of two writers at once both count. */
export const plus = (column: AnyColumn, difference: number | Placeholder): SQL<number> =>
  sql`${column} + ${difference}`;

/** Whether a column holds something, as a column of an answer. */
export const isPresent = (column: AnyColumn): SQL<boolean> => sql<boolean>`${column} is not null`.mapWith(Boolean);

/** Whether a column is among those that a table's records of this condition name. */
export const isAmong = (column: AnyColumn, named: AnyColumn, table: Table, condition: SQLWrapper | undefined): SQL =>
  sql`${column} in (select ${named} from ${table} where ${condition})`;

/** What a list is ordered by: the columns that a request names, each with whether it descends, as far as it may name them. */
export const ordering = (sortable: Record<string, AnyColumn>, named: readonly (readonly [string, boolean])[]): SQL[] =>
  named.flatMap(([name, down]) => {
    const column = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
    return column ? [(down ? desc : asc)(column)] : [];
  });
