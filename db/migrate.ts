import type Sqlite from "better-sqlite3";
import { copyBeforeMigration } from "./safe-copy";
import { explained } from "./explained";
import { StorageError } from "../lib/core/storage-error";
import { danglingRows, knownMigrations, migrationFailure, migrationsLeft, pendingMigrations } from "./migration-list";

/** When the migrations were made that a database has had, oldest first. */
export function appliedTo(client: Sqlite.Database): number[] {
  const there = client.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  return there
    ? client
        .prepare<[], number>("SELECT created_at FROM __drizzle_migrations ORDER BY created_at")
        .pluck()
        .all()
        .map(Number)
    : [];
}

type Dangling = { table: string; parent: string };

function checkForeignKeys(client: Sqlite.Database): void {
  const found = client.pragma("foreign_key_check") as Dangling[];
  if (found.length === 0) return;
  const counts = new Map<string, number>();
  for (const { table, parent } of found)
    counts.set(`${table} → ${parent}`, (counts.get(`${table} → ${parent}`) ?? 0) + 1);
  throw danglingRows([...counts].map(([pair, count]) => `${pair}: ${count}`).join(", "));
}

/** Runs the migrations that are left, or those of them that were made at the given times. */
function runMigrations(client: Sqlite.Database, times?: readonly number[]): void {
  client.exec("BEGIN IMMEDIATE");
  try {
    client.exec(
      "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
    );
    const note = client.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)");
    // Checked again, since another program may have migrated meanwhile.
    for (const { sql, hash, folderMillis } of migrationsLeft("sqlite", appliedTo(client))) {
      if (times && !times.includes(folderMillis)) continue;
      for (const statement of sql) client.exec(statement);
      note.run(hash, folderMillis);
    }
    checkForeignKeys(client);
    client.exec("COMMIT");
  } catch (error) {
    if (client.inTransaction) client.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Runs `work` with foreign keys off, which SQLite allows between transactions only. Rebuilding a table drops the old
 * one, and with foreign keys on that would delete every row that refers to it.
 */
function withoutForeignKeys(client: Sqlite.Database, work: () => void): void {
  client.pragma("foreign_keys = OFF");
  try {
    work();
  } finally {
    client.pragma("foreign_keys = ON");
  }
  if (client.pragma("foreign_keys", { simple: true }) !== 1)
    throw new StorageError("SQLite would not set foreign_keys to on again after the migration.");
}

/** Brings an SQLite file up to date, after copying it. Returns the copy's path, if one was made. */
export function migrateSqlite(client: Sqlite.Database): string | null {
  return explained(() => {
    const applied = appliedTo(client);
    if (migrationsLeft("sqlite", applied).length === 0) return null;
    const copy = applied.length > 0 ? copyBeforeMigration(client, applied.length) : null;
    try {
      withoutForeignKeys(client, () => runMigrations(client));
    } catch (error) {
      throw isOfTheDisk(error) ? error : migrationFailure(error);
    }
    return copy;
  });
}

/** The same of a file that is a copy itself, or an empty one; with `times` by the migrations made then alone. */
export const migrateCopy = (client: Sqlite.Database, times?: readonly number[]): void =>
  explained(() => withoutForeignKeys(client, () => runMigrations(client, times)));

const isOfTheDisk = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  /^SQLITE_(FULL|READONLY|IOERR|CORRUPT|NOTADB|CANTOPEN|BUSY)/.test(String(error.code));

export const isUpToDate = (client: Sqlite.Database): boolean =>
  pendingMigrations(appliedTo(client), knownMigrations("sqlite")) === 0;
