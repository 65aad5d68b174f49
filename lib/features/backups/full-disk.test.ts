import { randomBytes } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { events, posts } from "../../../db/schema";
import { env } from "../../core/env";
import { installEngine } from "../../core/operation";
import { anAdmin, system } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { mountSmallDisk, removeWithDisks } from "../../testing/small-disk";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { makeInChild, stopBackups, verifyInChild } from "./child";
import { backupsFolder, makeBackupsFolder, noteFacts } from "./folder";
import { noteRestore } from "./restore-mutations";
import { type Hands, restoreSite } from "./restoring";

const MEBIBYTE = 1024 ** 2;

const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
/** Null where this user may not make one. */
const disk = !postgres && mountSmallDisk(folder, 48) ? folder : null;
const filler = join(disk ?? "", "filler");
let [template, open]: [string, OpenDatabase | undefined] = ["", undefined];

/** Leaves so many bytes of the disk free. What a thread that ends gives back meanwhile is taken as well. */
function leave(bytes: number): void {
  rmSync(filler, { force: true });
  for (;;) {
    const { bavail, bsize } = statfsSync(disk ?? "");
    const excess = bavail * bsize - bytes;
    if (excess <= 0) return;
    try {
      appendFileSync(filler, Buffer.alloc(excess));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}
const write = (work: (db: ReturnType<typeof stored>) => Promise<unknown>) =>
  open?.transaction(
    async (db) => void (await work(db)),
    () => null,
  );
const titles = async () => (await stored().select({ title: posts.title }).from(posts)).map(({ title }) => title);
/** All files of the site, and what a stopped exchange would leave. */
const files = () =>
  readdirSync(env.dataDir, { recursive: true })
    .map(String)
    .filter((name) => !/^backups|\.lock$|-(wal|shm)$/.test(name))
    .sort();

afterAll(async () => {
  if (disk !== null) await stopBackups();
  removeWithDisks(folder);
});

describe.skipIf(disk === null)("on a disk that fills", () => {
  beforeAll(async () => {
    const made = await freshDatabase();
    await ensureSiteKey();
    await anAdmin();
    await aPost();
    await anAttachment("aaaa", randomBytes(300_000));
    await made.close();
    template = env.dataDir;
  });

  beforeEach(async () => {
    env.dataDir = join(disk ?? "", "data");
    cpSync(template, env.dataDir, { recursive: true });
    makeBackupsFolder();
    await reopen();
  });
  afterEach(async () => {
    rmSync(filler, { force: true });
    await open?.close();
    rmSync(env.dataDir, { recursive: true });
  });

  it("a backup is made whole or not at all, and says what to do", async () => {
    // The last one was small, so that its size does not foretell this one's.
    const make = (name: string) =>
      makeInChild({ path: join(backupsFolder(), name), reason: "MANUAL", withKey: true, program: "1" });
    noteFacts("first.zip", { ...(await make("first.zip")), size: 1 });
    await write((db) => db.update(posts).set({ originalContent: "word ".repeat(MEBIBYTE / 5) }));
    await anAttachment("bbbb", randomBytes(2 * MEBIBYTE));
    const before = readdirSync(backupsFolder()).sort();
    const refusals = new Set<string>();
    for (let free = 0; ; free += 256 * 1024) {
      leave(free);
      const failure = await make("second.zip").then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) break;
      expect(failure).toMatchObject({
        code: "storage_full",
        message: expect.stringMatching(/disk of .* (is full|has .* left).* Free some space and try again\.$/),
      });
      refusals.add((failure as Error).message);
      expect(readdirSync(backupsFolder()).sort()).toEqual(before);
    }
    expect([...refusals].some((each) => /is full, so no backup was made\./.test(each))).toBe(true);
    expect(readdirSync(backupsFolder()).sort()).toEqual([...before, "second.zip"].sort());
  });

  it("a backup whose database finds no room is refused before the disk is full", async () => {
    await write((db) => db.update(posts).set({ originalContent: "word ".repeat(MEBIBYTE) }));
    const path = join(backupsFolder(), "whole.zip");
    await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" });
    leave(2 * MEBIBYTE);
    await expect(verifyInChild(path)).rejects.toMatchObject({
      code: "storage_full",
      message: expect.stringMatching(/^The backup's database needs .* Free some space and try again\.$/),
    });
    rmSync(filler);
    expect(await verifyInChild(path)).toMatchObject({ ok: true, problems: [] });
  });

  describe("a restore", () => {
    let path = "";
    const hands: Hands = {
      close: async () => open?.close(),
      open: reopen,
      reopen,
      note: () => noteRestore(system, { from: path }),
    };
    beforeEach(async () => {
      path = join(template, `whole-${randomBytes(3).toString("hex")}.zip`);
      await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" });
      await write((db) => db.update(posts).set({ title: "Later" }));
    });

    /** The earlier site is there, whole, and can be written to once there is room. */
    async function expectUnchanged(before: readonly string[]): Promise<void> {
      expect(files().filter((name) => name !== "replaced")).toEqual(before);
      expect(await titles()).toEqual(["Later"]);
      rmSync(filler, { force: true });
      await write((db) => db.update(posts).set({ title: "Later" }));
      expect((await stored().select().from(events)).filter(({ operation }) => operation === "restoreBackup")).toEqual(
        [],
      );
    }

    it("is done, or refused with the site as it was, whatever room is left", async () => {
      const before = files();
      const refusals: string[] = [];
      // What is unpacked is known before; what the database needs beside it is not.
      const unpacked = readFileSync(path).length;
      for (let free = unpacked; ; free += 32 * 1024) {
        leave(free);
        const failure = await restoreSite(path, hands).then(
          () => null,
          (error: unknown) => error,
        );
        if (failure === null) break;
        expect(failure).toMatchObject({
          code: "storage_full",
          message: expect.stringMatching(/Free some space|free some space/),
        });
        refusals.push((failure as Error).message);
        await expectUnchanged(before);
      }
      expect(refusals.some((each) => /is full, so nothing was restored/.test(each))).toBe(true);
      expect(await titles()).toEqual(["a title"].map(() => expect.not.stringMatching("Later")));
    });

    it("is refused where the disk fills before the exchange", async () => {
      const before = files();
      const filling: Hands = {
        ...hands,
        async close() {
          await open?.close();
          // A child that ends by itself would give back what it holds.
          await stopBackups();
          leave(0);
        },
      };
      await expect(restoreSite(path, filling)).rejects.toMatchObject({
        code: "storage_full",
        message: expect.stringMatching(/is full, so nothing was restored, and the site is as it was\. Free some space/),
      });
      await expectUnchanged(before);
    });

    it("puts the earlier site back where the new one finds no room to be opened", async () => {
      const before = files();
      const filling: Hands = {
        ...hands,
        async open() {
          leave(0);
          await reopen();
        },
      };
      await expect(restoreSite(path, filling)).rejects.toMatchObject({
        code: "storage_full",
        message: expect.stringMatching(
          /the site as it was before was put back\. The disk of .* is full: free some space/,
        ),
      });
      await expectUnchanged(before);
    });
  });
});
