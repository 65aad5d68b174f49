import { type AnyColumn, type Column, getTableColumns, inArray, type SQL, sql, type Table } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { postgres } from "./dialect";
import type { Database } from "./sqlite";

// A statement with thousands of values of its own takes PostgreSQL, and this process, longer to read than to do, while all
// that write wait for it. There a list travels as one value.

/** The most values of a list in one statement. */
export const MOST_IN_LIST = postgres ? 5_000 : 100;

/** Whether a column is one of a list of texts. */
export const isOneOfTexts = (column: AnyColumn, texts: readonly string[]): SQL =>
  postgres ? sql`${column} = any(${sql.param([...texts])}::text[])` : inArray(column, [...texts]);

const casing = new CasingCache("snake_case");

type Row = Record<string, unknown>;
/** TypeScript sees SQLite's connection (db/dialect.ts). */
type Executing = { execute(query: SQL): Promise<unknown> };

/** Stores rows of a table that all have the same columns, but for those that are there already. */
export async function insertMissing<T extends Table>(
  db: Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  const [first] = rows as readonly Row[];
  if (!first) return;
  if (!postgres) {
    await db
      .insert(table as never)
      .values(rows as never[])
      .onConflictDoNothing();
    return;
  }
  const isGiven = (row: Row, name: string) => row[name] !== undefined;
  const columns = Object.entries(getTableColumns(table) as Record<string, Column>).filter(([name]) => {
    // A column that the first row lacks would be lost without a word.
    if (rows.some((row) => isGiven(row, name) !== isGiven(first, name)))
      throw new Error(`Rows of one statement differ in the column "${name}".`);
    return isGiven(first, name);
  });
  const lists = columns.map(([name, column]) => {
    const values = (rows as readonly Row[]).map((row) =>
      row[name] == null ? null : column.mapToDriverValue(row[name] as never),
    );
    return sql`${sql.param(values)}::${sql.raw(column.getSQLType())}[]`;
  });
  const names = columns.map(([, column]) => sql.identifier(casing.getColumnCasing(column)));
  await (db as unknown as Executing).execute(
    sql`insert into ${table} (${sql.join(names, sql`, `)}) select * from unnest(${sql.join(lists, sql`, `)}) on conflict do nothing`,
  );
}
