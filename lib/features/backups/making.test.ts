import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { takeBackupLock } from "../../../db/data-dir";
import { env } from "../../core/env";
import { anAdmin } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { openArchive } from "../../services/archives/reading";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { sweepOrphans } from "../attachments/sweeping";
import { filesAreHeld, holdFiles } from "../../services/files/holding";
import { makeInChild, verifyInChild } from "./child";
import { backupsFolder, findBackups, makeBackupsFolder, newBackupName, noteFacts } from "./folder";
import { backupLimits } from "./verifying";

const make = (path: string, withKey = true) => makeInChild({ path, reason: "MANUAL", withKey, program: "9.9.9" });
const pathOf = (name: string) => join(backupsFolder(), name);

describe.skipIf(postgres)("a backup of SQLite", () => {
  beforeEach(async () => {
    await freshDatabase();
    makeBackupsFolder();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
    await anAttachment("aaaa", Buffer.alloc(300_000, "picture"));
    await anAttachment("bbbb", Buffer.from("small picture"));
  });

  it("holds the database, the uploads that it names, the key and a list; it is whole", async () => {
    mkdirSync(join(env.dataDir, "uploads/2024/01/cccc/v1"), { recursive: true });
    writeFileSync(join(env.dataDir, "uploads/2024/01/cccc/v1/original"), "nobody's");
    const path = pathOf("one.zip");
    const facts = await make(path);
    expect(facts).toMatchObject({ reason: "MANUAL", program: "9.9.9", engine: "SQLITE", withKey: true, missing: 0 });
    expect(facts.counts).toMatchObject({ posts: 1, users: 1, attachments: 2 });
    expect(facts.verified).toMatchObject({ ok: true, problems: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const archive = await openArchive(path, backupLimits);
    const uploads = ["aaaa", "bbbb"].flatMap((name) =>
      ["480.webp", "original"].map((file) => `uploads/2024/01/${name}/v1/${file}`),
    );
    expect([...archive.files.keys()]).toEqual(["database.sqlite", "manifest.json", "secret.key", ...uploads]);
    expect(await archive.readWhole("uploads/2024/01/bbbb/v1/original", 100)).toEqual(Buffer.from("small picture"));
    archive.close();
    expect(await verifyInChild(path)).toMatchObject({ ok: true, problems: [] });
    expect(readdirSync(backupsFolder())).toEqual(["one.zip"]);
    const whole = readFileSync(path);
    expect(whole.subarray(-71).toString()).toBe(
      `sha256:${createHash("sha256").update(whole.subarray(0, -71)).digest("hex")}`,
    );
  });

  it("is listed once its facts are noted, newest first", async () => {
    const [first, second] = [newBackupName(new Date("2024-01-01")), newBackupName(new Date("2024-01-02"))];
    expect(first).toMatch(/^broadsheet-2024-01-01-000000-[a-z]{6}\.zip$/);
    const facts = await make(pathOf(first));
    expect(findBackups()).toEqual([]);
    noteFacts(first, { ...facts, createTime: "2024-01-01T00:00:00.000Z" });
    noteFacts(second, await make(pathOf(second)));
    expect(findBackups().map(({ name }) => name)).toEqual([second, first]);
    rmSync(pathOf(first));
    expect(findBackups().map(({ name }) => name)).toEqual([second]);
  });

  it("is without the key where that is wished, and says which files the site had lost", async () => {
    rmSync(join(env.dataDir, "uploads/2024/01/bbbb"), { recursive: true });
    const path = pathOf("one.zip");
    expect(await make(path, false)).toMatchObject({ withKey: false, missing: 2 });
    expect(await verifyInChild(path)).toMatchObject({
      ok: true,
      manifest: { missing: expect.arrayContaining([expect.stringContaining("bbbb")]) },
    });
    const archive = await openArchive(path, backupLimits);
    expect(archive.files.has("secret.key")).toBe(false);
    archive.close();
  });

  it("is refused where the file exists, where another is made, and where the disk has no room for it", async () => {
    const path = pathOf("one.zip");
    writeFileSync(path, "mine");
    await expect(make(path)).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(path, "utf8")).toBe("mine");
    const release = takeBackupLock();
    await expect(make(pathOf("two.zip"))).rejects.toMatchObject({
      code: "conflict",
      extra: { reason: "backup_running" },
    });
    release();
    const facts = await make(pathOf("two.zip"));
    noteFacts("two.zip", { ...facts, size: 10 ** 15 });
    await expect(make(pathOf("three.zip"))).rejects.toMatchObject({
      code: "storage_full",
      message: expect.stringMatching(/needs 1,091\.4 TB, and the disk of .* has [\d,.]+ [MGT]B left/),
    });
    expect(readdirSync(backupsFolder()).sort()).toEqual(["one.zip", "two.zip", "two.zip.json"]);
  });

  it("fails where the database is damaged, and leaves nothing", async () => {
    const file = join(env.dataDir, "broadsheet.db");
    const client = new Sqlite(file);
    client.pragma("foreign_keys = OFF");
    client.exec(
      "INSERT INTO sessions (user_id, hash, user_agent, create_time, last_use_time, expire_time) VALUES (999, 'x', '', 0, 0, 0)",
    );
    client.close();
    await expect(make(pathOf("one.zip"))).rejects.toThrow(/damaged: rows of sessions refer to missing ones of users/);
    expect(readdirSync(backupsFolder())).toEqual([]);
  });

  it("keeps files of deleted attachments until it has ended", async () => {
    const old = join(env.dataDir, "uploads/2024/01/cccc/v1");
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, "original"), "nobody's");
    const later = new Date(Date.now() + 120_000);
    const release = holdFiles("backup");
    expect(filesAreHeld()).toBe(true);
    expect(await sweepOrphans(later)).toBe(0);
    release();
    expect(filesAreHeld()).toBe(false);
    expect(await sweepOrphans(later)).toBe(1);
    expect(existsSync(old)).toBe(false);
  });

  it("shows every flipped bit, wherever it is", async () => {
    const path = pathOf("one.zip");
    await make(path);
    const whole = readFileSync(path);
    const damaged = pathOf("damaged.zip");
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (place, bit) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        writeFileSync(damaged, bytes);
        const { ok, problems } = await verifyInChild(damaged);
        expect([ok, problems.length > 0]).toEqual([false, true]);
      }),
      {
        numRuns: 40,
        examples: [
          [whole.length - 1, 0],
          [0, 0],
          [whole.length - 72, 3],
        ],
      },
    );
    writeFileSync(damaged, whole.subarray(0, -1000));
    expect((await verifyInChild(damaged)).ok).toBe(false);
  });
});
