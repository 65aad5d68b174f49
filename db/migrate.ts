import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { env } from "../lib/core/env";
import { connect, explained, StorageError } from "./sqlite";

type Journal = { entries: { when: number; tag: string }[] };

/** Where the generated migrations of an engine lie; the program always runs from its checkout. */
export const migrationsFolder = (engine: "sqlite" | "postgres") => join(process.cwd(), "db", "migrations", engine);

/** The moments of this program's migrations, oldest first. */
export function knownMigrations(engine: "sqlite" | "postgres"): number[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder(engine), "meta", "_journal.json"), "utf8")) as Journal;
  return journal.entries.map((entry) => entry.when);
}

/** Refuses a database that a newer program has changed; answers how many migrations are still to run. */
export function pendingMigrations(applied: number[], known: number[]): number {
  if (applied.some((when) => !known.includes(when)))
    throw new StorageError("This database was last used by a newer version of Broadsheet. Nothing was changed. Update the program, or restore a copy from before the update.");
  return known.length - applied.length;
}

function appliedTo(client: Sqlite.Database): number[] {
  const there = client.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  return there ? client.prepare<[], number>("SELECT created_at FROM __drizzle_migrations ORDER BY created_at").pluck().all().map(Number) : [];
}

/** Brings an SQLite file up to date, after an automatic copy of what was there. Answers the copy's path, if one was made. */
export function migrateSqlite(client: Sqlite.Database): string | null {
  return explained(() => {
    const applied = appliedTo(client);
    if (pendingMigrations(applied, knownMigrations("sqlite")) === 0) return null;
    let copy: string | null = null;
    if (applied.length > 0) {
      const folder = join(env.dataDir, "backups");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      copy = join(folder, `before-migration-${new Date().toISOString().replace(/[:.]/g, "-")}.db`);
      client.prepare("VACUUM INTO ?").run(copy);
    }
    migrate(connect(client), { migrationsFolder: migrationsFolder("sqlite") });
    return copy;
  });
}

export const isUpToDate = (client: Sqlite.Database): boolean => pendingMigrations(appliedTo(client), knownMigrations("sqlite")) === 0;
