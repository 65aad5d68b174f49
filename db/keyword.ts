import { type AnyColumn as Column, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { postgres } from "./dialect";

const contains = (keyword: string) => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * LIKE patterns for a keyword, with its wildcards escaped. SQLite knows the case of the letters a to z only, so a keyword
 * with other capitals is looked for in both of its spellings; null where they are the same.
 */
export function patternsFor(keyword: string): { keyword: string; asciiKeyword: string | null } {
  const small = contains(keyword.toLowerCase());
  const ascii = contains(keyword.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return { keyword: small, asciiKeyword: postgres || ascii === small ? null : ascii };
}

/** SQLite's LIKE takes capitals and small letters for the same, and is twice as fast without `lower`. */
const like = (column: Column, pattern: SQLWrapper) =>
  postgres ? sql`lower(${column}) like ${pattern} escape '\\'` : sql`${column} like ${pattern} escape '\\'`;

const names = postgres ? ["keyword"] : ["keyword", "asciiKeyword"];

/** Whether a column contains the keyword; pass its patterns when executing. */
export const holdsKeyword = (column: Column) => or(...names.map((name) => like(column, sql.placeholder(name))));

/** The same for statements that are not prepared, over several columns. */
export function matching(keyword: string, ...columns: Column[]) {
  const patterns = Object.values(patternsFor(keyword)).filter((pattern) => pattern !== null);
  return or(...columns.flatMap((column) => patterns.map((pattern) => like(column, sql`${sql.param(pattern)}`))));
}

/**
 * A column to group all rows by that hold a keyword: by its index, SQLite would look for each of them in another page of
 * the file, which took five times as long.
 */
export const inFileOrder = (column: Column): SQL => (postgres ? sql`${column}` : sql`+${column}`);
