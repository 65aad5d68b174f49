/**
 * The words the schema is written in. TypeScript sees SQLite's types; both engines give the same
 * JavaScript values. `DATABASE_URL` decides which one a process speaks.
 */
import { or, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import { env } from "../lib/core/env";

export const postgres = env.databaseUrl !== undefined;

const pick = <T>(forLite: T, forPostgres: unknown): T => (postgres ? (forPostgres as T) : forLite);

export const table = pick(lite.sqliteTable, pg.pgTable);
export const index = pick(lite.index, pg.index);
export const uniqueIndex = pick(lite.uniqueIndex, pg.uniqueIndex);
export const primaryKey = pick(lite.primaryKey, pg.primaryKey);

/** The record's own number; SQLite never gives a deleted one out again. */
export const id = pick(
  () => lite.integer().primaryKey({ autoIncrement: true }),
  () => pg.integer().primaryKey().generatedByDefaultAsIdentity(),
);
export const int = pick(
  () => lite.integer(),
  () => pg.integer(),
);
export const string = pick(
  () => lite.text(),
  () => pg.text(),
);
export const flag = pick(
  () => lite.integer({ mode: "boolean" }),
  () => pg.boolean(),
);
export const json = pick(
  () => lite.text({ mode: "json" }),
  () => pg.jsonb(),
);
/** A point in time, to the millisecond. */
export const instant = pick(
  () => lite.integer({ mode: "timestamp_ms" }),
  () => pg.timestamp({ withTimezone: true, mode: "date", precision: 3 }),
);

/** The lower-case form of a column, for unique names that ignore case. */
export const lower = (column: lite.AnySQLiteColumn) => sql`lower(${column})`;

/** One more than a column holds, counted by the database so that two at once are two. */
export const oneMore = (column: lite.AnySQLiteColumn) => sql<number>`${column} + 1`;

const pattern = (keyword: string) => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Whether a column holds a keyword, whose own wildcards mean themselves, whatever the case. There are
 * two patterns since SQLite's `lower` knows the letters a to z only, and PostgreSQL's all of them.
 */
export const holds = (column: lite.AnySQLiteColumn, keyword: string) =>
  or(...[keyword.toLowerCase(), keyword.replace(/[A-Z]/g, (letter) => letter.toLowerCase())].map((form) => sql`lower(${column}) like ${pattern(form)} escape '\\'`));
