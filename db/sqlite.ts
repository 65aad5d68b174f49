import { existsSync, statSync } from "node:fs";
import Sqlite from "./sqlite-driver.mjs";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { env } from "../lib/core/env";
import { keyFile } from "../lib/core/key-file";
import { StorageError } from "../lib/core/storage-error";
import { explained } from "./explained";
import { backupsFolder, databaseFile } from "./paths";
import * as schema from "./schema";

export { StorageError };
export { makeDataDir, takeServerLock } from "./data-dir";
export { databaseFile } from "./paths";

/** The type of every connection: SQLite's, whichever engine runs (db/dialect.ts). */
export type Database = ReturnType<typeof connect>;

export function connect(client: Sqlite.Database) {
  return drizzle(client, { schema, casing: "snake_case" });
}

const wanted = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/** KiB of the file cached by a connection; a writer touches little of it at a time. */
const WRITER_CACHE = 4096;
const READER_CACHE = 4096;

function setPragmas(client: Sqlite.Database, cacheKib: number): void {
  client.pragma("busy_timeout = 5000");
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  // A checkpoint waits for the disk twice, so it runs every 32 MB instead of, by default, every 25 saves.
  client.pragma("wal_autocheckpoint = 8000");
  client.pragma(`cache_size = -${cacheKib}`);
  client.pragma("temp_store = MEMORY");
  for (const [name, value] of Object.entries(wanted)) {
    const is = client.pragma(name, { simple: true });
    if (is !== value)
      throw new StorageError(
        `SQLite would not set ${name} to ${value} (it is ${String(is)}). Is ${env.dataDir} on a network or shared folder? Use a local disk.`,
      );
  }
}

/**
 * Refuses to create a database where there was one: a lost file must not become an empty site that anybody may set up.
 */
function checkNotLost(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory())
    throw new StorageError(`${file} is a folder, and not a database. Move it away, or set DATA_DIR to another folder.`);
  if ((there && there.size > 0) || !existsSync(keyFile())) return;
  throw new StorageError(
    `The database ${file} is ${there ? "empty" : "missing"}, although this folder was in use. Nothing was changed. Restore a copy from ${backupsFolder()} or your own backup, set DATA_DIR to the right folder, or move all that is in it away to begin anew.`,
  );
}

/** Opens the one writing connection and asserts its pragmas. */
export function openWriter(file = databaseFile()): Sqlite.Database {
  checkNotLost(file);
  return explained(() => {
    const client = new Sqlite(file);
    setPragmas(client, WRITER_CACHE);
    client.prepare("SELECT count(*) FROM sqlite_master").get();
    return client;
  });
}

/** Opens a read-only connection. */
export function openReader(file = databaseFile()): Sqlite.Database {
  return explained(() => {
    const client = new Sqlite(file);
    setPragmas(client, READER_CACHE);
    client.pragma("query_only = ON");
    return client;
  });
}
