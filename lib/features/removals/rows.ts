import { and, getTableColumns, gt, inArray, type SQL } from "drizzle-orm";
import { type AnyTable, type Database, dependentsOf, foreignKeysOf, namesBelow, tableNamed } from "../../../db";
import type { KeptRecord, KeptRows } from "../../../db/schema/removals";
import { breathing } from "../../core/giving-way";

/** Rows per statement. */
const PART = 500;

export type Row = Record<string, unknown>;

function* parts<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PART) yield all.slice(at, at + PART);
}

const columnOf = (table: AnyTable, name: string) =>
  (getTableColumns(table) as unknown as Record<string, typeof table.id>)[name];

/** Rows as they are kept: a table of a hundred thousand names its columns once. */
export function packed(table: AnyTable, rows: readonly Row[]): KeptRows {
  const columns = Object.keys(getTableColumns(table));
  return { columns, rows: rows.map((row) => columns.map((name) => row[name])) };
}

/** The same rows again; columns that the table has no longer are left out. */
export function unpacked(table: AnyTable, { columns, rows }: KeptRows): Row[] {
  const known = columns.map((name) => columnOf(table, name));
  const valueOf = (value: unknown, at: number) =>
    // A date was written as text.
    known[at]?.dataType === ("date" as string) && typeof value === "string" ? new Date(value) : value;
  return rows.map((row) =>
    Object.fromEntries(columns.flatMap((name, at) => (known[at] ? [[name, valueOf(row[at], at)]] : []))),
  );
}

/**
 * Adds all rows of a table that meet a condition, in parts where they have numbers: a note may have tens of thousands of
 * comments, and others are answered in between.
 */
async function readAll(db: Database, table: AnyTable, where: SQL | undefined, rows: Row[]): Promise<void> {
  const number = columnOf(table, "id");
  // One by one: a call takes no hundred thousand.
  const add = (some: readonly Row[]) => some.forEach((row) => rows.push(row));
  if (!number) return add(await db.select().from(table).where(where));
  const breathe = breathing();
  for (let last: number | null = null; ;) {
    await breathe();
    const after: SQL | undefined = last === null ? undefined : gt(number, last);
    const some: Row[] = await db.select().from(table).where(and(where, after)).orderBy(number).limit(PART);
    add(some);
    if (some.length < PART) return;
    last = Number(some.at(-1)?.id);
  }
}

/** The rows that a database deletes together with these, table by table, those first that others hold numbers of. */
export async function rowsBeside(
  db: Database,
  table: AnyTable,
  ids: readonly number[],
  found: KeptRecord["beside"] = [],
): Promise<KeptRecord["beside"]> {
  for (const { name, table: other, column } of dependentsOf(table)) {
    const rows: Row[] = [];
    const key = columnOf(other, column);
    if (key) for (const some of parts(ids)) await readAll(db, other, inArray(key, some), rows);
    if (rows.length === 0) continue;
    const more = packed(other, rows);
    const known = found.find((each) => each.table === name);
    if (known) for (const row of more.rows) known.rows.push(row);
    else found.push({ table: name, ...more });
    const below = rows.flatMap(({ id }) => (typeof id === "number" ? [id] : []));
    await rowsBeside(db, other, below, found);
  }
  return found;
}

/** Of rows that come back, what the database takes: their foreign keys may name rows that are gone by now. */
async function fitting(db: Database, table: AnyTable, rows: readonly Row[]): Promise<Row[]> {
  let fit = [...rows];
  const breathe = breathing();
  for (const { column, to, onDelete } of foreignKeysOf(table)) {
    const named = [...new Set(fit.flatMap((row) => (typeof row[column] === "number" ? [row[column]] : [])))];
    const there = new Set<unknown>();
    for (const some of parts(named)) {
      await breathe();
      for (const row of await db.select({ id: to.id }).from(to).where(inArray(to.id, some))) there.add(row.id);
    }
    const isGone = (row: Row) => typeof row[column] === "number" && !there.has(row[column]);
    fit =
      onDelete === "set null"
        ? fit.map((row) => (isGone(row) ? { ...row, [column]: null } : row))
        : fit.filter((row) => !isGone(row));
  }
  return fit;
}

/** Stores rows as they were, as far as what they belong to is still there. */
export async function storeAgain(db: Database, table: AnyTable, rows: readonly Row[]): Promise<void> {
  const breathe = breathing();
  for (const some of parts(await fitting(db, table, rows))) {
    await breathe();
    await db
      .insert(table)
      .values(some as (typeof table.$inferInsert)[])
      .onConflictDoNothing();
  }
}

/**
 * Stores what was deleted together with a record of this table. Of other tables nothing was: a backup, which anybody may
 * have made, could name those of accounts or of texts.
 */
export async function storeBeside(db: Database, of: AnyTable, beside: KeptRecord["beside"]): Promise<void> {
  const names = namesBelow(of);
  for (const kept of beside) {
    const table = names.has(kept.table) ? tableNamed(kept.table) : undefined;
    if (table) await storeAgain(db, table, unpacked(table, kept));
  }
}
