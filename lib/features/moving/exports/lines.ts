import { and, asc, getTableColumns, gt, inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db";
import type { posts } from "../../../../db/schema";
import type { Part } from "./columns";
import type { Selection } from "./selection";

/** Rows that are read at once; texts may be of some megabytes each. */
const [ROWS, TEXTS] = [500, 25];

export type Row = Record<string, unknown>;

/** One line of a data file. Dates become ISO 8601. */
export const line = (record: Row): string => `${JSON.stringify(record)}\n`;

/** The columns of a part that this export holds, in the order of their table. */
export function columnsOf({ table, without, personal, visitors }: Part, { isPublic, personalData }: Selection) {
  const names = Object.keys(getTableColumns(table)).filter((name) =>
    isPublic ? visitors.includes(name) : !(name in without) && (personalData || !personal.includes(name)),
  );
  return columnsNamed(table, names);
}

/** Some columns of a table; what is read of them is of the types of its rows. */
export function columnsNamed(table: Part["table"], names: readonly string[]): Record<string, SQLiteColumn> {
  const all = getTableColumns(table) as Record<string, SQLiteColumn>;
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}

/** TypeScript sees a table with an id; every one has the same kind of column. */
const asNumbered = (table: Part["table"]) => table as typeof posts;

/** The chosen rows of a table by their number, some at a time. */
export async function* rowsOf(
  db: Database,
  table: Part["table"],
  columns: Record<string, SQLiteColumn>,
  where?: SQL,
): AsyncGenerator<Row, void> {
  const numbered = asNumbered(table);
  for (let after = 0; ;) {
    const rows = await db
      .select({ ...columns, id: numbered.id })
      .from(numbered)
      .where(and(gt(numbered.id, after), where))
      .orderBy(asc(numbered.id))
      .limit(ROWS);
    for (const { id, ...row } of rows) yield "id" in columns ? { id, ...row } : row;
    if (rows.length < ROWS) return;
    after = Number(rows.at(-1)?.id);
  }
}

/** Parts of a list, in its order. */
export const batches = <T>(list: readonly T[], size = TEXTS): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

/** The rows with these numbers, in that order. */
export async function rowsWith(
  db: Database,
  table: Part["table"],
  columns: Record<string, SQLiteColumn>,
  ids: readonly number[],
): Promise<Row[]> {
  const numbered = asNumbered(table);
  const rows = await db
    .select({ ...columns, id: numbered.id })
    .from(numbered)
    .where(inArray(numbered.id, [...ids]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The same of many, some at a time. */
export async function* rowsInOrder(
  db: Database,
  table: Part["table"],
  columns: Record<string, SQLiteColumn>,
  ids: readonly number[],
  size = TEXTS,
): AsyncGenerator<Row, void> {
  for (const some of batches(ids, size)) yield* await rowsWith(db, table, columns, some);
}
