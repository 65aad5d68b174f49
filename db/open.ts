import { env } from "../lib/core/env";
import type { OpenDatabase } from "./open-database";
import { openSqlite } from "./sqlite-engine";

export type { OpenDatabase } from "./open-database";
export { StorageError } from "./sqlite";

/**
 * Opens and migrates the database that `DATABASE_URL` names: PostgreSQL, or one SQLite file in `DATA_DIR`. Throws
 * `StorageError` with a sentence for the owner.
 */
export async function openDatabase(): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) return openSqlite();
  // Loaded here only, since the driver takes 20 MB of memory.
  const { openPostgres } = await import("./postgres");
  return openPostgres(env.databaseUrl);
}
