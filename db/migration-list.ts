import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { StorageError } from "../lib/core/storage-error";

type Journal = { entries: { when: number; tag: string }[] };
type Engine = "sqlite" | "postgres";

/** The folder of an engine's generated migrations; the program always runs from its checkout. */
export const migrationsFolder = (engine: Engine) => join(process.cwd(), "db", "migrations", engine);

/** When this program's migrations were made, oldest first. */
export function knownMigrations(engine: Engine): number[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder(engine), "meta", "_journal.json"), "utf8")) as Journal;
  return journal.entries.map((entry) => entry.when);
}

/** Refuses a database that a newer program has migrated. Returns how many migrations remain. */
export function pendingMigrations(applied: number[], known: number[]): number {
  if (applied.some((when) => !known.includes(when)))
    throw new StorageError(
      "This database was last used by a newer version of Broadsheet. Nothing was changed. Update the program, or restore a copy from before the update.",
    );
  return known.length - applied.length;
}

/** The migrations that remain, oldest first. */
export function migrationsLeft(engine: Engine, applied: number[]): MigrationMeta[] {
  if (pendingMigrations(applied, knownMigrations(engine)) === 0) return [];
  return readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).filter(
    ({ folderMillis }) => !applied.includes(folderMillis),
  );
}

/** The sentence for a migration that failed and was rolled back. */
export function migrationFailure(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return new StorageError(
    `The database could not be brought up to date: ${cause instanceof Error ? cause.message : String(cause)}. Nothing was changed. Go back to the previous version of the program, and report this.`,
  );
}

/** The same for rows that would refer to missing records, which `dangling` names. */
export const danglingRows = (dangling: string): StorageError =>
  new StorageError(
    `The database could not be brought up to date: rows would point to missing records (${dangling}). Nothing was changed. Go back to the previous version of the program, and report this.`,
  );
