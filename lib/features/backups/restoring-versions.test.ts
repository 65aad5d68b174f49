import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { posts } from "../../../db/schema";
import { env } from "../../core/env";
import { installEngine } from "../../core/operation";
import { FINGERPRINT_LENGTH, fingerprintOf } from "../../services/archives/fingerprint";
import { ArchiveWriter } from "../../services/archives/writing";
import { anAdmin, system } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { newerProgram } from "../../testing/newer-program";
import { freshDatabase, statement, stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { makeInChild, stopBackups, verifyInChild } from "./child";
import { noteRestore } from "./restore-mutations";
import { restoreSite } from "./restoring";

let open: OpenDatabase;
async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}
const write = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) =>
  open.transaction(
    async (db) => void (await work(db)),
    () => null,
  );
const restore = (path: string) =>
  restoreSite(path, {
    close: () => open.close(),
    open: reopen,
    reopen,
    note: () => noteRestore(system, { from: path }),
  });
const backUp = async () => {
  const path = join(env.dataDir, "one.zip");
  await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" });
  return path;
};
const site = async () => ({
  posts: (await stored().select().from(posts)).map(({ title }) => title),
  uploads: readdirSync(join(env.dataDir, "uploads/2024/01")).sort(),
});
const remains = () => readdirSync(env.dataDir).filter((name) => /^\.?restore/.test(name));

describe.skipIf(postgres)("a restore of a backup of another version", () => {
  beforeEach(async () => {
    open = await freshDatabase();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
    await anAttachment("aaaa", Buffer.from("first file"));
  });
  async function changeSite(): Promise<void> {
    await write((db) => db.update(posts).set({ title: "Later" }));
    await anAttachment("bbbb", Buffer.from("second file"));
  }

  it("refuses a database of a newer program, without unpacking it", async () => {
    const migration = (text: string) => write((db) => statement(db, text));
    await migration("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 99999999999999)");
    const newer = await backUp();
    await migration("DELETE FROM __drizzle_migrations WHERE hash = 'x'");
    await changeSite();
    const later = await site();
    await expect(restore(newer)).rejects.toMatchObject({
      code: "invalid",
      message:
        "This backup cannot be restored, and nothing was changed. database.sqlite: Its database is of a newer version of Broadsheet (1). Update the program first.",
    });
    expect(await site()).toEqual(later);
    expect([remains(), existsSync(join(env.dataDir, "replaced"))]).toEqual([[], false]);
    // Whoever only looks is told the same, and nothing else.
    expect((await verifyInChild(newer)).problems).toEqual([
      { path: "database.sqlite", reason: expect.stringMatching(/newer version of Broadsheet \(1\)/) },
    ]);
  });

  it("refuses a format of a newer program, whatever else it holds", async () => {
    const path = join(env.dataDir, "newer.zip");
    const writer = await ArchiveWriter.begin(path);
    await writer.add("a-new-kind-of-file", Buffer.from("?"), { deflate: false });
    const manifest = { format: "broadsheet-backup", formatVersion: 2, anything: "else" };
    await writer.add("manifest.json", Buffer.from(JSON.stringify(manifest)), { deflate: true });
    await writer.finish({ length: FINGERPRINT_LENGTH, make: fingerprintOf });
    const before = await site();
    await expect(restore(path)).rejects.toMatchObject({
      code: "invalid",
      message:
        "This backup cannot be restored, and nothing was changed. It was made by a newer version of Broadsheet (format 2). Update the program first.",
    });
    expect(await site()).toEqual(before);
    expect(remains()).toEqual([]);
  });

  it("brings the database of an older program up to date", async () => {
    const path = await backUp();
    const before = await site();
    await changeSite();
    const home = process.cwd();
    const newer = newerProgram(["CREATE TABLE later (id integer PRIMARY KEY);", "INSERT INTO later VALUES (7);"]);
    symlinkSync(join(home, "dist"), join(newer, "dist"));
    // A child of its own, of the newer program.
    await stopBackups();
    process.chdir(newer);
    try {
      const { replaced } = await restore(path);
      expect(await site()).toEqual(before);
      const look = (folder: string) => {
        const client = new Sqlite(join(env.dataDir, folder, "broadsheet.db"), { readonly: true });
        const names = client.prepare("SELECT name FROM sqlite_master WHERE name = 'later'").pluck().all();
        client.close();
        return names;
      };
      expect([look("."), remains()]).toEqual([["later"], []]);
      expect(look(replaced ?? "")).toEqual([]);
    } finally {
      process.chdir(home);
      await stopBackups();
    }
  });
});
