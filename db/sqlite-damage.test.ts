import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "./sqlite-driver.mjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { damageFound, watchDamage } from "../lib/core/damage";
import { env } from "../lib/core/env";
import { makeKey } from "../lib/core/key-file";
import { engine, installEngine } from "../lib/core/operation";
import { getPost } from "../lib/features/writing/posts/queries";
import { system } from "../lib/testing/actors";
import { aPost } from "../lib/testing/factories";
import { freshDatabase } from "../lib/testing/setup";
import { closeDataDir, isMarkedRunning, markRunning, markStopped } from "./data-dir";
import { explain } from "./explained";
import { openDatabase } from "./open";
import { quickCheck, within } from "./quick-check";
import { databaseFile } from "./paths";

/** Overwrites every page that contains this word: the record's and those of its indexes. */
function damagePage(word: string): void {
  const bytes = readFileSync(databaseFile());
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at))
    bytes.fill(0xee, at - (at % 4096), at - (at % 4096) + 4096);
  writeFileSync(databaseFile(), bytes);
}

describe("a damaged page of posts", () => {
  let told: string[] = [];
  beforeEach(async () => {
    told = [];
    const open = await freshDatabase();
    for (let i = 10; i < 40; i += 1)
      await aPost(system, { title: `Title-${i}`, originalContent: "many words ".repeat(150) });
    await open.close();
    watchDamage((what) => told.push(what));
  });
  afterEach(() => watchDamage(null));

  it("is found by the check of the whole file, which finds nothing in a healthy one", async () => {
    expect(await quickCheck()).toBeNull();
    damagePage("Title-20");
    expect(await quickCheck()).toMatch(/\S/);
    damagePage("SQLite format 3");
    expect(await quickCheck()).toMatch(/SQLITE_NOTADB|\S/);
    rmSync(databaseFile());
    expect(await quickCheck()).toBeNull();
  });

  it("is noted by whatever operation meets it, once", async () => {
    damagePage("Title-20");
    const open = await openDatabase();
    installEngine(open);
    const read = async () =>
      (await Promise.allSettled(Array.from({ length: 30 }, (_, i) => getPost(system, { postId: i + 1 })))).filter(
        ({ status }) => status === "rejected",
      ).length;
    expect(damageFound()).toBeNull();
    expect(await read()).toBeGreaterThan(0);
    await read();
    expect([damageFound(), told]).toEqual(["SQLITE_CORRUPT", ["SQLITE_CORRUPT"]]);
    await engine().transaction(
      async () => undefined,
      () => null,
    );
    await open.close();
  });
});

it("a check that takes longer than it may is late, and goes on", async () => {
  const slow = new Promise<null>((resolve) => setTimeout(() => resolve(null), 30));
  expect([
    await within(1, slow),
    await within(60_000, slow),
    await within(60_000, Promise.resolve("torn page")),
  ]).toEqual(["late", null, "torn page"]);
});

describe("a data folder", () => {
  beforeEach(() => void (env.dataDir = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "folder-"))));

  it("knows whether the last server stopped in order", () => {
    expect([isMarkedRunning(), markRunning(), isMarkedRunning(), markRunning()]).toEqual([false, false, true, true]);
    markStopped();
    expect([isMarkedRunning(), markRunning()]).toEqual([false, false]);
  });

  it("is closed to others, file by file; what only the owner can do is said", () => {
    mkdirSync(join(env.dataDir, "backups"));
    mkdirSync(join(env.dataDir, "uploads"));
    const [file, copy, upload] = ["broadsheet.db", "backups/a.db", "uploads/picture.webp"].map((name) =>
      join(env.dataDir, name),
    ) as [string, string, string];
    for (const path of [file, copy, upload]) {
      writeFileSync(path, "");
      chmodSync(path, 0o664);
    }
    expect(closeDataDir()).toEqual([]);
    // Another server may serve the uploads.
    expect([file, copy, upload].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
      "600",
      "600",
      "664",
    ]);
    chmodSync(env.dataDir, 0o755);
    expect(closeDataDir()).toEqual([
      `The data folder ${env.dataDir} is open to other users of this machine. Close it: chmod 700 ${env.dataDir}`,
    ]);
  });

  it("that lost its database is refused, and one whose database is a folder", async () => {
    makeKey();
    await expect(openDatabase()).rejects.toThrow(
      /^The database .* is missing, although this folder was in use\. Nothing was changed\. Restore a copy from .*backups or your own backup/,
    );
    mkdirSync(databaseFile());
    await expect(openDatabase()).rejects.toThrow(/broadsheet\.db is a folder, and not a database\./);
  });

  it("whose database somebody else holds is named", async () => {
    const other = new Sqlite(databaseFile());
    other.exec("CREATE TABLE a (b); BEGIN EXCLUSIVE");
    await expect(openDatabase()).rejects.toThrow(
      `Another program holds the database ${databaseFile()}. Stop it, then start again.`,
    );
    other.close();
  });
});

it.each([
  ["SQLITE_FULL", "is full"],
  ["EDQUOT", "is full"],
  ["SQLITE_IOERR_READ", "fails to read or write (SQLITE_IOERR_READ)"],
  ["SQLITE_CORRUPT_INDEX", "is damaged (SQLITE_CORRUPT_INDEX)"],
  ["SQLITE_READONLY_DBMOVED", "cannot be written to (SQLITE_READONLY_DBMOVED)"],
  ["EACCES", "cannot be written to (EACCES)"],
  ["SQLITE_MISUSE", "could not be opened: what SQLite says"],
])("%s is one sentence: %s", (code, words) =>
  expect(explain(Object.assign(new Error("what SQLite says"), { code })).message).toContain(words),
);
