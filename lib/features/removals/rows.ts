import { and, eq, getTableColumns, gt, inArray, type SQL } from "drizzle-orm";
import {
  type AnyTable,
  type Database,
  dependentsOf,
  foreignKeysOf,
  insertMissing,
  namesBelow,
  tableNamed,
} from "../../../db";
import { type KeptRows, removedParts } from "../../../db/schema/removals";
import { breathing } from "../../core/giving-way";
import { slices } from "../../core/parts";

/** Rows per statement. */
const PART = 500;

export type Row = Record<string, unknown>;

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

/** All rows of a table that meet a condition, in parts where they have numbers. */
async function* partsOf(db: Database, table: AnyTable, where: SQL): AsyncGenerator<Row[]> {
  const number = columnOf(table, "id");
  if (!number) {
    yield* slices<Row>(await db.select().from(table).where(where), PART);
    return;
  }
  for (let last: number | null = null; ;) {
    const after: SQL | undefined = last === null ? undefined : gt(number, last);
    const some: Row[] = await db.select().from(table).where(and(where, after)).orderBy(number).limit(PART);
    yield some;
    if (some.length < PART) return;
    last = Number(some.at(-1)?.id);
  }
}

/**
 * Keeps the rows that go together with these, those first that others hold numbers of, and deletes them; `removalOf` says
 * which deletion each of these belongs to. Others are answered in between.
 */
export async function keepBeside(db: Database, table: AnyTable, removalOf: ReadonlyMap<number, number>): Promise<void> {
  const breathe = breathing();
  for (const { name, table: other, column } of dependentsOf(table)) {
    const key = columnOf(other, column);
    if (!key) continue;
    for (const ids of slices([...removalOf.keys()], PART))
      for await (const rows of partsOf(db, other, inArray(key, ids))) {
        await breathe();
        const groups = new Map<number, Row[]>();
        for (const row of rows) {
          const removalId = removalOf.get(Number(row[column])) ?? 0;
          const group = groups.get(removalId);
          if (group) group.push(row);
          else groups.set(removalId, [row]);
        }
        if (groups.size === 0) continue;
        const kept = [...groups].map(([removalId, own]) => ({
          removalId,
          part: { table: name, ...packed(other, own) },
        }));
        await db.insert(removedParts).values(kept);
        const below = [...groups].flatMap(([removalId, own]) =>
          own.flatMap(({ id }): [number, number][] => (typeof id === "number" ? [[id, removalId]] : [])),
        );
        if (below.length === 0) continue;
        await keepBeside(db, other, new Map(below));
        // The database would delete all of them in one turn.
        const gone = below.map(([id]) => id);
        await db.delete(other).where(inArray(other.id, gone));
      }
  }
}

/** Of rows that come back, what the database takes: their foreign keys may name rows that are gone by now. */
async function fitting(db: Database, table: AnyTable, rows: readonly Row[]): Promise<Row[]> {
  let fit = [...rows];
  const breathe = breathing();
  for (const { column, to, onDelete } of foreignKeysOf(table)) {
    const named = [...new Set(fit.flatMap((row) => (typeof row[column] === "number" ? [row[column]] : [])))];
    const there = new Set<unknown>();
    for (const some of slices(named, PART)) {
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
  for (const some of slices(await fitting(db, table, rows), PART)) {
    await breathe();
    await insertMissing(db, table, some as (typeof table.$inferInsert)[]);
  }
}

/**
 * Stores what was deleted together with records of this table. Of other tables nothing was: a backup, which anybody may
 * have made, could name those of accounts or of texts.
 */
export async function storeBeside(db: Database, of: AnyTable, removals: readonly number[]): Promise<void> {
  const names = namesBelow(of);
  const breathe = breathing();
  // One by one: each may be megabytes.
  for (let last = 0; ;) {
    await breathe();
    const [found] = await db
      .select({ id: removedParts.id, part: removedParts.part })
      .from(removedParts)
      .where(and(inArray(removedParts.removalId, [...removals]), gt(removedParts.id, last)))
      .orderBy(removedParts.id)
      .limit(1);
    if (!found) return;
    const table = names.has(found.part.table) ? tableNamed(found.part.table) : undefined;
    if (table) await storeAgain(db, table, unpacked(table, found.part));
    // By itself: to delete all of them takes seconds where a note had tens of thousands of comments.
    await db.delete(removedParts).where(eq(removedParts.id, found.id));
    last = found.id;
  }
}
