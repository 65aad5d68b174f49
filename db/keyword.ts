import { type AnyColumn as Column, or, sql } from "drizzle-orm";

const contains = (keyword: string) => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The patterns for a keyword, whose own wildcards mean themselves. There are two since SQLite's
 * `lower` knows the letters a to z only, and PostgreSQL's all of them.
 */
export const patternsFor = (keyword: string) => ({
  keyword: contains(keyword.toLowerCase()),
  asciiKeyword: contains(keyword.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
});

/** Whether a column holds the keyword; give its patterns when executing. */
export const holdsKeyword = (column: Column) =>
  or(...["keyword", "asciiKeyword"].map((name) => sql`lower(${column}) like ${sql.placeholder(name)} escape '\\'`));

/** The same for a statement that is not prepared: whether one of these columns holds the keyword. */
export function matching(keyword: string, ...columns: Column[]) {
  const patterns = Object.values(patternsFor(keyword));
  return or(
    ...columns.flatMap((column) =>
      patterns.map((pattern) => sql`lower(${column}) like ${sql.param(pattern)} escape '\\'`),
    ),
  );
}
