/**
 * The column types of the schema. TypeScript sees SQLite's types; both engines give the same JavaScript values.
 * `DATABASE_URL` decides which engine a process uses.
 */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import { env } from "../lib/core/env";

export const postgres = env.databaseUrl !== undefined;

const pick = <T>(forLite: T, forPostgres: unknown): T => (postgres ? (forPostgres as T) : forLite);

export const table = pick(lite.sqliteTable, pg.pgTable);
export const index = pick(lite.index, pg.index);
export const uniqueIndex = pick(lite.uniqueIndex, pg.uniqueIndex);
export const primaryKey = pick(lite.primaryKey, pg.primaryKey);

/** The record's number; SQLite never reuses the number of a deleted record. */
export const id = pick(
  () => lite.integer().primaryKey({ autoIncrement: true }),
  () => pg.integer().primaryKey().generatedByDefaultAsIdentity(),
);
/** A whole number; `column` is its name in the database where that differs. */
export const int = pick(
  (column = "") => lite.integer(column),
  (column = "") => pg.integer(column),
);
/** The same for tables that may outgrow int32. */
export const bigId = pick(
  () => lite.integer().primaryKey({ autoIncrement: true }),
  () => pg.bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
);
export const bigInt = pick(
  () => lite.integer(),
  () => pg.bigint({ mode: "number" }),
);
export const string = pick(
  () => lite.text(),
  () => pg.text(),
);
/** One of some words. */
export const oneOf = pick(
  <const W extends readonly [string, ...string[]]>(...words: W) => lite.text({ enum: words }),
  (...words: [string, ...string[]]) => pg.text({ enum: words }),
);
export const flag = pick(
  (column = "") => lite.integer(column, { mode: "boolean" }),
  (column = "") => pg.boolean(column),
);
export const json = pick(
  (column = "") => lite.text(column, { mode: "json" }),
  (column = "") => pg.jsonb(column),
);
/** A point in time, to the millisecond. */
export const instant = pick(
  () => lite.integer({ mode: "timestamp_ms" }),
  () => pg.timestamp({ withTimezone: true, mode: "date", precision: 3 }),
);

/** The lower-case form of a column, for names that are unique whatever their case. */
export const lower = (column: lite.AnySQLiteColumn) => sql`lower(${column})`;

/** The day of UTC on which an instant is, counted from 1970; SQLite takes the day before that year and its first one for one. */
export const dayOf = (column: lite.AnySQLiteColumn) =>
  (postgres
    ? sql<number>`floor(extract(epoch from ${column}) / 86400)::int`
    : sql<number>`${column} / 86400000`
  ).mapWith(Number);
