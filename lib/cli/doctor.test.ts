import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "../../db/sqlite-driver.mjs";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../db/dialect";
import { markRunning } from "../../db/data-dir";
import { openDatabase } from "../../db/open";
import { databaseFile, takeServerLock } from "../../db/sqlite";
import { env } from "../core/env";
import { installEngine } from "../core/operation";
import { withDatabase } from "./opening";
import { freshDatabase } from "../testing/setup";
import { checkNode } from "./checks";
import { examine } from "./doctor";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

const states = async () =>
  Object.fromEntries((await examine()).map(({ name, state, message }) => [name, `${state}: ${message}`]));

/** A folder as a stopped server leaves it. */
async function aStoppedSite(): Promise<void> {
  await freshDatabase();
  env.dataDir = mkdtempSync(join(env.dataDir, "site-"));
  await (await openDatabase()).close();
  writeFileSync(join(env.dataDir, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`, { mode: 0o600 });
  installEngine(null);
}

describe("the Node release", () => {
  it.each([
    ["20.9.0", "ok"],
    ["22.1.0", "ok"],
    ["20.8.1", "wrong"],
    ["18.20.0", "wrong"],
    ["24.21.0", "ok"],
    ["25.0.0", "wrong"],
  ])("%s is %s", (version, state) => expect(checkNode(version).state).toBe(state));
});

describe.skipIf(postgres)("the doctor", () => {
  beforeEach(aStoppedSite);

  it("finds nothing wrong with a healthy site, and changes nothing", async () => {
    expect(await states()).toMatchObject({
      "Data folder": `ok: ${env.dataDir} (mode 0700)`,
      "Secret key": "ok: mode 0600",
      Backups: expect.stringMatching(/^advice: none in DATA_DIR\/backups/),
      Database: expect.stringMatching(/^ok: .*broadsheet\.db \([\d.]+ [kM]B\) is whole$/),
      Storage: "ok: write-ahead log, full synchronisation, foreign keys",
      Migrations: "ok: up to date",
      Contents: "ok: 0 posts, 0 sheets, 0 journals, 0 categories, 0 tags, 0 accounts",
      Server: "ok: not running",
    });
    const terminal = aTerminal();
    expect(await runCli(["doctor"], terminal.streams)).toBe(0);
    expect(terminal.lines().every((line) => /^[✓!] /.test(line))).toBe(true);
  });

  it("works beside a server and says that it runs", async () => {
    const releaseLock = takeServerLock();
    expect((await states()).Server).toBe("ok: running on this data folder");
    releaseLock();
    expect((await states()).Server).toBe("ok: not running");
  });

  it("tells of a key that is not the database's, and of a server that did not stop in order", async () => {
    await withDatabase("write", async () => undefined);
    expect((await states())["Secret key"]).toBe("ok: mode 0600");
    markRunning();
    expect((await states()).Server).toBe(
      "advice: not running, and it was not stopped properly. The next start checks the whole database.",
    );
    writeFileSync(join(env.dataDir, "secret.key"), Buffer.alloc(32, 8).toString("base64"), { mode: 0o600 });
    expect((await states())["Secret key"]).toMatch(
      /^wrong: The key file .* is not the one that this database was written with\. Restore it from a backup\./,
    );
    rmSync(join(env.dataDir, "secret.key"));
    expect((await states())["Secret key"]).toMatch(/^wrong: The key file .* is missing/);
  });

  it("says in one sentence that the database is damaged", async () => {
    const file = openSync(databaseFile(), "r+");
    writeSync(file, Buffer.alloc(512, 1), 0, 512, 0);
    const terminal = aTerminal();
    expect(await runCli(["doctor", "--json"], terminal.streams)).toBe(1);
    const { ok, checks } = JSON.parse(terminal.written.out);
    expect(ok).toBe(false);
    expect(checks.find((check: { name: string }) => check.name === "Database")).toEqual({
      name: "Database",
      state: "wrong",
      message: `The database ${databaseFile()} is damaged (SQLITE_NOTADB). Nothing was changed. Restore a copy from ${join(env.dataDir, "backups")} or your own backup, then start again.`,
    });
  });

  it("notices damage inside, and rows that point nowhere", async () => {
    const client = new Sqlite(databaseFile());
    client.pragma("foreign_keys = OFF");
    client.exec("INSERT INTO post_metas VALUES (99, 'a', 'b')");
    expect((await states()).Database).toBe(
      "wrong: Rows that point to missing records: 1. Restore a copy from your backup, or report this.",
    );
    client.pragma("wal_checkpoint(TRUNCATE)");
    client.close();
    const file = openSync(databaseFile(), "r+");
    writeSync(file, Buffer.alloc(4096 * 6, 0xee), 0, 4096 * 6, 4096 * 3);
    expect((await states()).Database).toMatch(/^wrong: The database .* is damaged \(.*\)\. .*(Restore|restore)/);
  });

  it("tells an empty file from a new site", async () => {
    truncateSync(databaseFile(), 0);
    expect((await states()).Database).toContain("is empty.");
    env.dataDir = join(env.dataDir, "none");
    expect(await states()).toMatchObject({
      "Data folder": expect.stringContaining("does not exist yet"),
      Database: "advice: does not exist yet; the first start creates it.",
      Server: "ok: not running",
    });
    expect(existsSync(env.dataDir)).toBe(false);
  });

  it("minds who else may read", async () => {
    chmodSync(join(env.dataDir, "secret.key"), 0o644);
    chmodSync(env.dataDir, 0o755);
    expect(await states()).toMatchObject({
      "Data folder": `advice: ${env.dataDir} is open to other users of this machine (mode 0755). Close it: chmod 700 ${env.dataDir}`,
      "Secret key": `wrong: ${join(env.dataDir, "secret.key")} can be read by other users (mode 0644). Close it: chmod 600 ${join(env.dataDir, "secret.key")}`,
    });
    writeFileSync(join(env.dataDir, "secret.key"), "short", { mode: 0o600 });
    chmodSync(join(env.dataDir, "secret.key"), 0o600);
    expect((await states())["Secret key"]).toContain("is damaged");
    env.dataDir = join(env.dataDir, "secret.key");
    expect((await states())["Data folder"]).toBe(`wrong: ${env.dataDir} is not a folder. Set DATA_DIR to one.`);
  });
});

describe.skipIf(postgres)("a command's database", () => {
  beforeEach(aStoppedSite);

  const older = () => {
    const client = new Sqlite(databaseFile());
    client.exec("DELETE FROM __drizzle_migrations");
    client.close();
  };

  it("is not changed under a running server's feet", async () => {
    older();
    const releaseLock = takeServerLock();
    await expect(withDatabase("write", async () => undefined)).rejects.toThrow(
      "The database must be brought up to date first, but a server of an older version is using it.",
    );
    await expect(withDatabase("read", async () => undefined)).rejects.toThrow("must be brought up to date first");
    releaseLock();
  });

  it("is opened beside a running server, and closed after the work, also when it fails", async () => {
    const releaseLock = takeServerLock();
    expect(await withDatabase("write", async () => "done")).toBe("done");
    await expect(withDatabase("write", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(`${databaseFile()}-wal`)).toBe(false);
    releaseLock();
  });

  it("is made where there is none, in a folder for its owner only", async () => {
    env.dataDir = join(env.dataDir, "new");
    await withDatabase("write", async () => undefined);
    expect(existsSync(databaseFile())).toBe(true);
    expect(statSync(env.dataDir).mode & 0o777).toBe(0o700);
  });
});
