import { env } from "../lib/core/env";
import type { Engine } from "../lib/core/operation";
import { openPostgres } from "./postgres";
import { openSqlite } from "./sqlite-engine";

export { StorageError } from "./sqlite";

/** Storage as the runner, the server and the commands see it. */
export type OpenDatabase = Engine & {
  /** Calls back with the tags of what other processes commit, within about 100 ms. */
  followForeignCommits(onTags: (tags: string[]) => void): Promise<void>;
  /** Where the automatic copy before a migration went, if one was made. */
  copyBeforeMigration: string | null;
  /** Writes what is still in the log into the database file and lets go of it. */
  close(): Promise<void>;
};

/**
 * Opens and migrates what `DATABASE_URL` names: PostgreSQL, or SQLite's one file in `DATA_DIR`.
 * Throws `StorageError` with a sentence for the owner when it may not or cannot.
 */
export const openDatabase = (): Promise<OpenDatabase> => (env.databaseUrl ? openPostgres(env.databaseUrl) : openSqlite());
