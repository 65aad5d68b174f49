import { env } from "../lib/core/env";
import type { OpenDatabase } from "./open-database";
import { openSqlite } from "./sqlite-engine";

export type { OpenDatabase } from "./open-database";
export { StorageError } from "./sqlite";

/**
 * Opens and migrates what `DATABASE_URL` names: PostgreSQL, or SQLite's one file in `DATA_DIR`.
 * Throws `StorageError` with a sentence for the owner when it may not or cannot.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) return openSqlite();
  // Loaded where it is used: its driver costs 20 MB of memory.
  const { openPostgres } = await import("./postgres");
  return openPostgres(env.databaseUrl);
}
