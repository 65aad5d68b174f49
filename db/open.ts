import { env } from "../lib/core/env";
import type { OpenDatabase } from "./open-database";
import { openPostgres } from "./postgres";
import { openSqlite } from "./sqlite-engine";

export type { OpenDatabase } from "./open-database";
export { StorageError } from "./sqlite";

/**
 * Opens and migrates what `DATABASE_URL` names: PostgreSQL, or SQLite's one file in `DATA_DIR`.
 * Throws `StorageError` with a sentence for the owner when it may not or cannot.
 */
export const openDatabase = (): Promise<OpenDatabase> => (env.databaseUrl ? openPostgres(env.databaseUrl) : openSqlite());
