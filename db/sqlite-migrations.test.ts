import { closeSync, openSync, readdirSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "./sqlite-driver.mjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../lib/core/env";
import { installEngine } from "../lib/core/operation";
import { createTag } from "../lib/features/taxonomy/tags/mutations";
import { system } from "../lib/testing/actors";
import { aCategory, aPost, aTag } from "../lib/testing/factories";
import { newerProgram } from "../lib/testing/newer-program";
import { freshDatabase } from "../lib/testing/setup";
import { migrateSqlite } from "./migrate";
import { pendingMigrations } from "./migration-list";
import { databaseFile, openWriter, StorageError } from "./sqlite";
import { openSqlite } from "./sqlite-engine";

const home = process.cwd();
const later = "CREATE TABLE later (id integer PRIMARY KEY);";

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
    process.chdir(newerProgram([later, "INSERT INTO later VALUES (1);"]));
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
    process.chdir(newerProgram([later, "INSERT INTO nowhere VALUES (1);"]));
    await expect(openSqlite()).rejects.toThrow(StorageError);
    expect(tablesOf(databaseFile())).toEqual({ hasLater: false, rows: ["Kept"] });
    process.chdir(home);
    const open = await openSqlite();
    expect(open.copyBeforeMigration).toBeNull();
    await open.close();
  });

  it("that fails at every start leaves one copy, of how the database is now", async () => {
    process.chdir(newerProgram([later, "INSERT INTO nowhere VALUES (1);"]));
    await expect(openSqlite()).rejects.toThrow(StorageError);
    process.chdir(home);
    const open = await openSqlite();
    installEngine(open);
    await createTag(system, { name: "Written since" });
    await open.close();
    const abandoned = join(env.dataDir, "backups", "before-migration-0001-2020-01-01.db.unfinished");
    closeSync(openSync(abandoned, "w"));
    utimesSync(abandoned, new Date(2020, 1), new Date(2020, 1));
    process.chdir(newerProgram([later, "INSERT INTO nowhere VALUES (1);"]));
    for (let i = 0; i < 5; i += 1) await expect(openSqlite()).rejects.toThrow(StorageError);
    expect(backups()).toHaveLength(1);
    expect(tablesOf(join(env.dataDir, "backups", String(backups()[0]))).rows).toEqual(["Kept", "Written since"]);
  });

  it("from another version leaves the copies of others alone", async () => {
    process.chdir(newerProgram([later]));
    await (await openSqlite()).close();
    process.chdir(newerProgram(["CREATE TABLE latest (id integer PRIMARY KEY);"]));
    await (await openSqlite()).close();
    expect(backups()).toHaveLength(2);
  });

  it("of a new file needs no copy", async () => {
    env.dataDir = join(env.dataDir, "new");
    const open = await openSqlite();
    expect(open.copyBeforeMigration).toBeNull();
    expect(backups()).toEqual([]);
    await open.close();
  });
});

/** Every row of every table. */
function contents(): Record<string, unknown[]> {
  const db = new Sqlite(databaseFile(), { readonly: true });
  const names = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('sqlite_schema', 'sqlite_sequence', '__drizzle_migrations')",
    )
    .pluck()
    .all();
  const rows = Object.fromEntries(names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  db.close();
  return rows;
}

/** The statements by which drizzle-kit makes a table anew, e.g. for a changed column. */
function rebuilding(table: string): string[] {
  const db = new Sqlite(databaseFile(), { readonly: true });
  const made = db
    .prepare<[string], string>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
    .pluck()
    .get(table);
  const indexes = db
    .prepare<[string], string>(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    )
    .pluck()
    .all(table);
  db.close();
  const anew = `__new_${table}`;
  return [
    "PRAGMA foreign_keys=OFF;",
    String(made).replace(/^(CREATE TABLE\s+)[`"]?\w+[`"]?/, `$1\`${anew}\``),
    `INSERT INTO \`${anew}\` SELECT * FROM \`${table}\`;`,
    `DROP TABLE \`${table}\`;`,
    `ALTER TABLE \`${anew}\` RENAME TO \`${table}\`;`,
    "PRAGMA foreign_keys=ON;",
    ...indexes,
  ];
}

describe("a migration that makes a table anew", () => {
  const foreignKeys = async () => {
    const open = await openSqlite();
    const on = await open.transaction(
      async (db) => db.$client.pragma("foreign_keys", { simple: true }),
      () => null,
    );
    await open.close();
    return on;
  };

  beforeEach(async () => {
    const open = await freshDatabase();
    installEngine(open);
    const [tag, category] = [await aTag("Kept"), await aCategory()];
    for (let i = 0; i < 3; i += 1)
      await aPost(system, { tagIds: [tag.id], categoryIds: [category.id], metas: [{ key: "a", value: String(i) }] });
    await open.close();
  });

  it("keeps every row that points to it, whichever table it is", async () => {
    const before = contents();
    expect(
      [before.posts, before.post_tags, before.post_categories, before.post_metas].map((rows) => rows?.length),
    ).toEqual([3, 3, 3, 3]);
    process.chdir(
      newerProgram(
        Object.keys(before)
          .filter((name) => !name.startsWith("search_"))
          .flatMap(rebuilding),
      ),
    );
    expect(await foreignKeys()).toBe(1);
    expect(contents()).toEqual(before);
    expect(backups()).toHaveLength(1);
  });

  it("and loses what others point to is refused with their names, and leaves all as it was", async () => {
    const before = contents();
    process.chdir(newerProgram([...rebuilding("posts"), "DELETE FROM posts WHERE id = 2;", "DELETE FROM tags;"]));
    await expect(openSqlite()).rejects.toThrow(
      /^The database could not be brought up to date: rows would point to missing records \(.*post_tags → tags: 3.*post_tags → posts: 1.*\)\. Nothing was changed\./,
    );
    expect(contents()).toEqual(before);
    process.chdir(home);
    expect(await foreignKeys()).toBe(1);
  });

  it("and fails half way leaves all as it was, and foreign keys on", async () => {
    const before = contents();
    process.chdir(newerProgram([...rebuilding("posts"), "INSERT INTO nowhere VALUES (1);"]));
    const client = openWriter();
    expect(() => migrateSqlite(client)).toThrow(
      /^The database could not be brought up to date: no such table: nowhere\. Nothing was changed\./,
    );
    expect([client.pragma("foreign_keys", { simple: true }), client.inTransaction]).toEqual([1, false]);
    client.close();
    expect(contents()).toEqual(before);
  });
});

describe("the copy before a migration", () => {
  it("is read again before it counts: one that is not whole stops the migration", async () => {
    const client = openWriter();
    // A page of the table in use that the file's own list of free pages names as well, as a lost write leaves it.
    const page =
      client.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'tags_name'").pluck().get() ?? 0;
    client.pragma("wal_checkpoint(TRUNCATE)");
    client.close();
    const file = openSync(databaseFile(), "r+");
    writeSync(file, Buffer.alloc(4096, 0x0a), 0, 4096, (page - 1) * 4096);
    closeSync(file);
    process.chdir(newerProgram([later]));
    await expect(openSqlite()).rejects.toThrow(StorageError);
    expect(backups()).toEqual([]);
    expect(tablesOf(databaseFile()).hasLater).toBe(false);
  });
});

describe("a database of a newer program", () => {
  it("is refused with a sentence, and nothing is changed", async () => {
    process.chdir(newerProgram([later]));
    await (await openSqlite()).close();
    process.chdir(home);
    await expect(openSqlite()).rejects.toThrow(
      "This database was last used by a newer version of Broadsheet. Nothing was changed. Update the program, or restore a copy from before the update.",
    );
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
