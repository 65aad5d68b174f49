import { getTableName, sql } from "drizzle-orm";
import { postgres } from "./dialect";
import type { Database } from "./sqlite";
import type { posts } from "./schema";

/**
 * Lets a table's own numbers go on after those that were given to its rows. SQLite does so by itself; PostgreSQL would
 * give them a second time.
 */
export async function continueNumbers(db: Database, given: unknown): Promise<void> {
  if (!postgres) return;
  const table = given as typeof posts;
  const name = getTableName(table);
  const asked = sql`select setval(pg_get_serial_sequence(${`public.${name}`}, 'id'), greatest((select max(id) from ${table}), nextval(pg_get_serial_sequence(${`public.${name}`}, 'id')) - 1, 1))`;
  await (db as unknown as { execute(query: unknown): Promise<unknown> }).execute(asked);
}
