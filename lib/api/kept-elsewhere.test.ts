import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../db/dialect";
import { folderName } from "../../db/folder-name";
import { jobs, keptFiles } from "../../db/schema";
import { env } from "../core/env";
import { engine } from "../core/operation";
import { listServersApart } from "../features/attachments/servers";
import { backupFile, makeBackupsFolder, noteFacts } from "../features/backups/folder";
import { deleteBackup, fetchBackup, verifyBackup } from "../features/backups/mutations";
import { getBackup, listBackups } from "../features/backups/queries";
import { restoreBackup } from "../features/backups/restore-mutations";
import { readSlot, storeSlot } from "../features/backups/schedule";
import { makeRoot, newName, pathOf } from "../features/moving/exports/folder";
import { deleteExport, downloadExport } from "../features/moving/exports/mutations";
import { listExports } from "../features/moving/exports/queries";
import { noteFilesHere } from "../services/kept-files/noting";
import { anAdmin, anAuthor } from "../testing/actors";
import { workOff } from "../testing/jobs";
import { refusal } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";

const newFolder = () => mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "other-"));
let [here, there] = ["", ""];
const on = (folder: string) => void (env.dataDir = folder);

const kinds = {
  backup: {
    list: listBackups,
    fetch: fetchBackup,
    remove: deleteBackup,
    async make() {
      makeBackupsFolder();
      writeFileSync(backupFile("one.zip"), "PK");
      const verified = { time: "2026-01-02T03:04:05.000Z", ok: true, problems: [] };
      const facts = { size: 2, createTime: "2026-01-02T03:04:05.000Z", reason: "MANUAL", program: "1" } as const;
      noteFacts("one.zip", {
        ...facts,
        formatVersion: 1,
        engine: "POSTGRESQL",
        counts: { posts: 3 },
        withKey: true,
        missing: 0,
        verified,
      });
      return "one.zip";
    },
  },
  export: {
    list: listExports,
    fetch: downloadExport,
    remove: deleteExport,
    async make() {
      await makeRoot();
      const name = newName(new Date(), { isPublic: true, personalData: false });
      writeFileSync(pathOf(name), "PK");
      return name;
    },
  },
};

describe.skipIf(!postgres).each(Object.entries(kinds))("a server that did not make this %s", (_kind, kind) => {
  let name = "";
  let admin: Awaited<ReturnType<typeof anAdmin>>;

  beforeEach(async () => {
    await freshDatabase();
    [here, there] = [env.dataDir, newFolder()];
    mkdirSync(join(there, "backups"), { recursive: true });
    admin = await anAdmin();
    on(there);
    name = await kind.make();
    await noteFilesHere();
  });

  it("lists it with its facts and the server that has it", async () => {
    const own = await kind.list(admin, {});
    expect(own).toMatchObject([{ name, server: null, size: 2 }]);
    on(here);
    expect(await kind.list(admin, {})).toEqual(own.map((each) => ({ ...each, server: hostname() })));
  });

  it("cannot send it, and says who can; of one that nobody has it says nothing", async () => {
    on(here);
    expect(await refusal(kind.fetch(admin, { name }))).toMatchObject({
      code: "conflict",
      extra: { reason: "on_another_server" },
      message: expect.stringContaining(hostname()),
    });
    expect(await refusal(kind.fetch(admin, { name: "none.zip" }))).toMatchObject({ code: "not_found" });
    expect(await refusal(kind.remove(admin, { name: "none.zip" }))).toMatchObject({ code: "not_found" });
  });

  it("has it deleted by the server that has it, after which nobody lists it", async () => {
    on(here);
    await kind.remove(admin, { name });
    const [job] = await stored().select().from(jobs);
    on(there);
    expect(job).toMatchObject({ kind: "remove-kept-file", folder: folderName() });
    expect(await kind.list(admin, {})).toHaveLength(1);
    await workOff("remove-");
    expect(await kind.list(admin, {})).toEqual([]);
    await noteFilesHere();
    on(here);
    expect(await kind.list(admin, {})).toEqual([]);
  });

  it("lists it again after a restore that has brought the list of before", async () => {
    await engine().transaction(
      (db) => db.delete(keptFiles),
      () => null,
    );
    await noteFilesHere();
    const noted = await stored().select().from(keptFiles);
    await noteFilesHere();
    expect(await stored().select().from(keptFiles)).toEqual(noted);
    on(here);
    expect(await kind.list(admin, {})).toMatchObject([{ name, server: hostname() }]);
  });

  it("lists it no more when its server has said nothing for a day", async () => {
    await engine().transaction(
      (db) => db.update(keptFiles).set({ seenTime: new Date(Date.now() - 25 * 3_600_000) }),
      () => null,
    );
    on(here);
    expect(await kind.list(admin, {})).toEqual([]);
  });
});

it.skipIf(!postgres)("servers that keep uploaded files apart are named to whoever can mend that", async () => {
  await freshDatabase();
  [here, there] = [env.dataDir, newFolder()];
  const [admin, author] = [await anAdmin(), await anAuthor()];
  for (const folder of [there, here]) {
    on(folder);
    await noteFilesHere();
  }
  expect(await listServersApart(admin, {})).toEqual([hostname()]);
  expect(await listServersApart(author, {})).toEqual([]);
  // The folder is shared from now on, though each has a data folder of its own.
  rmSync(join(there, "uploads"), { recursive: true });
  symlinkSync(join(here, "uploads"), join(there, "uploads"));
  on(there);
  await noteFilesHere();
  expect(await listServersApart(admin, {})).toEqual([]);
  on(here);
  expect(await listServersApart(admin, {})).toEqual([]);
});

describe.skipIf(!postgres)("of several servers", () => {
  beforeEach(async () => {
    await freshDatabase();
    [here, there] = [env.dataDir, newFolder()];
  });

  it("another one has a backup verified by the server that has it, and restores none", async () => {
    const admin = await anAdmin();
    on(there);
    const name = await kinds.backup.make();
    const owner = folderName();
    await noteFilesHere();
    on(here);
    expect(await getBackup(admin, { name })).toMatchObject({ name, server: hostname(), counts: { posts: 3 } });
    await verifyBackup(admin, { name });
    expect(await stored().select().from(jobs)).toMatchObject([{ kind: "verify-backup", folder: owner }]);
    expect(await refusal(restoreBackup(admin, { name, confirm: name, currentPassword: "any" }))).toMatchObject({
      extra: { reason: "on_another_server" },
    });
  });

  it("a scheduled backup is one's for all: the others know that it was made", async () => {
    const slot = new Date("2026-01-02T03:00:00Z");
    expect(await readSlot(stored())).toBe(null);
    await storeSlot(slot);
    on(there);
    expect(await readSlot(stored())).toBe(slot.getTime());
    await storeSlot(new Date("2026-01-03T03:00:00Z"));
    on(here);
    expect(await readSlot(stored())).toBe(Date.UTC(2026, 0, 3, 3));
  });
});
