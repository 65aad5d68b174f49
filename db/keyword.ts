import { type AnyColumn as Column, or, sql } from "drizzle-orm";

const contains = (keyword: string) => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * LIKE patterns for a keyword, with its wildcards escaped. There are two because SQLite's `lower` knows the letters a
 * to z only, PostgreSQL's all letters.
 */
export const patternsFor = (keyword: string) => ({
  keyword: contains(keyword.toLowerCase()),
  asciiKeyword: contains(keyword.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
});

/** Whether a column contains the keyword; pass its patterns when executing. */
export const holdsKeyword = (column: Column) =>
  or(...["keyword", "asciiKeyword"].map((name) => sql`lower(${column}) like ${sql.placeholder(name)} escape '\\'`));

/** The same for statements that are not prepared, over several columns. */
export function matching(keyword: string, ...columns: Column[]) {
  // The same for most keywords; each costs a look at every row.
  const patterns = [...new Set(Object.values(patternsFor(keyword)))];
  return or(
    ...columns.flatMap((column) =>
      patterns.map((pattern) => sql`lower(${column}) like ${sql.param(pattern)} escape '\\'`),
    ),
  );
}
