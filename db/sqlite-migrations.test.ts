import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../lib/core/env";
import { createTag } from "../lib/tags/mutations";
import { system } from "../lib/testing/actors";
import { freshDatabase } from "../lib/testing/setup";
import { migrateSqlite, pendingMigrations } from "./migrate";
import { databaseFile, openWriter, StorageError } from "./sqlite";
import { openSqlite } from "./sqlite-engine";

const home = process.cwd();
const latest = Math.max(...(JSON.parse(readFileSync("db/migrations/sqlite/meta/_journal.json", "utf8")) as { entries: { when: number }[] }).entries.map(({ when }) => when));

/** A checkout of a later version of the program: the same migrations and one more. */
function newerProgram(statements: string): string {
  const checkout = mkdtempSync(join(tmpdir(), "broadsheet-newer-"));
  const folder = join(checkout, "db", "migrations", "sqlite");
  mkdirSync(join(checkout, "db", "migrations"), { recursive: true });
  cpSync(join(home, "db", "migrations", "sqlite"), folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: object[] };
  journal.entries.push({ idx: journal.entries.length, version: "6", when: latest + 1000, tag: "9999_later", breakpoints: true });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "9999_later.sql"), statements);
  return checkout;
}

const backups = () => {
  try {
    return readdirSync(join(env.dataDir, "backups"));
  } catch {
    return [];
  }
};
const tablesOf = (file: string) => {
  const db = new Sqlite(file, { readonly: true });
  const names = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const rows = names.includes("tags") ? db.prepare<[], string>("SELECT name FROM tags").pluck().all() : [];
  db.close();
  return { hasLater: names.includes("later"), rows };
};

beforeEach(async () => {
  const open = await freshDatabase();
  await createTag(system, { name: "Kept" });
  await open.close();
});

afterEach(() => process.chdir(home));

describe("a migration", () => {
  it("runs after a copy of what was there", async () => {
    process.chdir(newerProgram("CREATE TABLE later (id integer PRIMARY KEY);\n--> statement-breakpoint\nINSERT INTO later VALUES (1);"));
    const open = await openSqlite();
    await open.close();
    expect(backups()).toEqual([expect.stringMatching(/^before-migration-\d{4}-.*\.db$/)]);
    expect(open.copyBeforeMigration).toBe(join(env.dataDir, "backups", backups()[0] ?? ""));
    expect(tablesOf(databaseFile())).toEqual({ hasLater: true, rows: ["Kept"] });
    expect(tablesOf(String(open.copyBeforeMigration))).toEqual({ hasLater: false, rows: ["Kept"] });
    const again = await openSqlite();
    await again.close();
    expect([again.copyBeforeMigration, backups().length]).toEqual([null, 1]);
  });

  it("that fails changes nothing", async () => {
    process.chdir(newerProgram("CREATE TABLE later (id integer PRIMARY KEY);\n--> statement-breakpoint\nINSERT INTO nowhere VALUES (1);"));
    await expect(openSqlite()).rejects.toThrow(StorageError);
    expect(tablesOf(databaseFile())).toEqual({ hasLater: false, rows: ["Kept"] });
    process.chdir(home);
    const open = await openSqlite();
    expect(open.copyBeforeMigration).toBeNull();
    await open.close();
  });

  it("of a new file needs no copy", async () => {
    env.dataDir = join(env.dataDir, "new");
    const open = await openSqlite();
    expect(open.copyBeforeMigration).toBeNull();
    expect(backups()).toEqual([]);
    await open.close();
  });
});

describe("a database of a newer program", () => {
  it("is refused with a sentence, and nothing is changed", async () => {
    process.chdir(newerProgram("CREATE TABLE later (id integer PRIMARY KEY);"));
    await (await openSqlite()).close();
    process.chdir(home);
    await expect(openSqlite()).rejects.toThrow("This database was last used by a newer version of Broadsheet. Nothing was changed. Update the program, or restore a copy from before the update.");
    const client = openWriter();
    expect(() => migrateSqlite(client)).toThrow(StorageError);
    client.close();
    expect(tablesOf(databaseFile())).toEqual({ hasLater: true, rows: ["Kept"] });
  });

  it("is told by a migration this program does not know, whatever its date", () => {
    expect(pendingMigrations([], [1, 2])).toBe(2);
    expect(pendingMigrations([1], [1, 2])).toBe(1);
    expect(pendingMigrations([1, 2], [1, 2])).toBe(0);
    for (const applied of [[3], [1, 2, 3], [0]]) expect(() => pendingMigrations(applied, [1, 2])).toThrow(StorageError);
  });
});
