import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { env } from "../lib/core/env";
import { StorageError } from "../lib/core/storage-error";
import * as schema from "./schema";

export { StorageError };

/** The type of every connection: SQLite's, whichever engine answers (see dialect.ts). */
export type Database = ReturnType<typeof connect>;

export const databaseFile = () => join(env.dataDir, "broadsheet.db");

export function connect(client: Sqlite.Database) {
  return drizzle(client, { schema, casing: "snake_case" });
}

function explain(error: unknown): StorageError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const file = databaseFile();
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
    return new StorageError(`The database ${file} is damaged (${code}). Nothing was changed. Put back a copy from ${join(env.dataDir, "backups")} or your own backup, then start again.`);
  if (code === "SQLITE_FULL" || code === "ENOSPC") return new StorageError(`The disk that holds ${env.dataDir} is full. Nothing was changed. Free some space, then start again.`);
  if (["SQLITE_READONLY", "SQLITE_CANTOPEN", "EACCES", "EROFS", "EPERM", "ENOENT", "ENOTDIR", "EEXIST"].some((known) => code.startsWith(known)))
    return new StorageError(`The data folder ${env.dataDir} cannot be written to (${code}). Give this user the right to write there, or set DATA_DIR to another folder.`);
  return new StorageError(`The database ${file} could not be opened: ${error instanceof Error ? error.message : String(error)}`);
}

/** Runs `work`, turning what the file system or SQLite refuses into one clear sentence. */
export function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof StorageError ? error : explain(error);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes a folder and what is missing above it, private to its owner. Node's own `recursive` never ends where a file system refuses with ENOENT, as /proc and automatic mounts do. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // A command that starts at the same moment may have been first.
    if (!isFolder(path)) throw error;
  }
}

/** Makes the data folder. */
export const makeDataDir = (): void => explained(() => makeFolder(env.dataDir));

const wanted = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/** KiB of the file that a connection keeps in memory: whoever writes touches little of it at a time. */
const WRITER_CACHE = 4096;
const READER_CACHE = 16_384;

function setPragmas(client: Sqlite.Database, cacheKib: number): void {
  client.pragma("busy_timeout = 5000");
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  // A copy of the log into the file costs two waits for the disk: every 32 MB of it, and not, as by default, every 25 saves.
  client.pragma("wal_autocheckpoint = 8000");
  client.pragma(`cache_size = -${cacheKib}`);
  client.pragma("temp_store = MEMORY");
  for (const [name, value] of Object.entries(wanted)) {
    const is = client.pragma(name, { simple: true });
    if (is !== value) throw new StorageError(`SQLite would not set ${name} to ${value} (it is ${String(is)}). Is ${env.dataDir} on a network or shared folder? Use a local disk.`);
  }
}

/** Opens the one writing connection, checked and with its pragmas asserted. */
export function openWriter(file = databaseFile()): Sqlite.Database {
  if (existsSync(file) && statSync(file).size === 0 && existsSync(join(env.dataDir, "secret.key")))
    throw new StorageError(`The database ${file} is empty, although this folder was in use. Nothing was changed. Put back a copy from ${join(env.dataDir, "backups")}, or delete the empty file to begin anew.`);
  return explained(() => {
    const client = new Sqlite(file);
    setPragmas(client, WRITER_CACHE);
    client.prepare("SELECT count(*) FROM sqlite_master").get();
    return client;
  });
}

/** Opens a connection that cannot write. */
export function openReader(file = databaseFile()): Sqlite.Database {
  return explained(() => {
    const client = new Sqlite(file);
    setPragmas(client, READER_CACHE);
    client.pragma("query_only = ON");
    return client;
  });
}

/**
 * Keeps a second server off this data folder. The lock is SQLite's own on a file beside the
 * database, so the operating system frees it even after `kill -9`. Answers the way to let go.
 */
export function takeServerLock(): () => void {
  const lock = explained(() => new Sqlite(join(env.dataDir, "server.lock"), { timeout: 0 }));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")
      throw new StorageError(`Another server is already running on ${env.dataDir}. Stop it first, or set DATA_DIR to another folder.`);
    throw explain(error);
  }
  return () => lock.close();
}
