import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { attachments } from "../../../db/schema";
import { env } from "../../core/env";
import { installEngine } from "../../core/operation";
import { placeOfFiles, storage } from "../../services/files/storage";
import { anAdmin, system } from "../../testing/actors";
import { exported } from "../../testing/exports";
import { hasRealDatabase, realDatabase } from "../../testing/real-database";
import { type S3Server, startS3 } from "../../testing/s3-server";
import { stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import { deleteAttachment } from "../attachments/mutations";
import { moveFiles } from "../attachments/moving";
import { sweepOrphans } from "../attachments/sweeping";
import { attachmentRemoval } from "../attachments/removal";
import { removables } from "../removals/removable";
import { forgetRemoved } from "../removals/mutations";
import { listRemoved } from "../removals/queries";
import { makeInChild, stopBackups, verifyInChild } from "./child";
import { removeReplaced } from "./replaced-mutations";
import { noteRestore } from "./restore-mutations";
import { restoreSite } from "./restoring";

const database = realDatabase();
let s3: S3Server;
removables.provide([attachmentRemoval]);
beforeAll(async () => void (env.s3 = (s3 = await startS3()).settings));
afterAll(async () => {
  await stopBackups();
  env.s3 = undefined;
  await s3.close();
});

const later = () => new Date(Date.now() + 2 * 3_600_000);
async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage().folders(3)) names.push(name.slice(-4));
  return names;
}

it.skipIf(!hasRealDatabase)(
  "holds what is in the bucket, and puts it there again; what it replaced stays",
  async () => {
    let open: OpenDatabase = await database.fresh();
    const reopen = async () => installEngine((open = await openDatabase()));
    await ensureSiteKey();
    const admin = await anAdmin();
    const picture = Buffer.alloc(300_000, "picture");
    await anAttachment("aaaa", picture);
    await anAttachment("bbbb", Buffer.from("small picture"));
    await moveFiles("s3", { remove: true, onAttachment: () => undefined });
    expect((await exported()).get("uploads/2024/01/aaaa/aaaa.png")?.length).toBe(picture.length);

    const path = join(env.dataDir, "one.zip");
    expect(await makeInChild({ path, reason: "MANUAL", withKey: true, program: "1" })).toMatchObject({ missing: 0 });
    expect(await verifyInChild(path)).toMatchObject({ ok: true });
    const [row] = await stored().select().from(attachments).orderBy(attachments.folder);
    await deleteAttachment(admin, { attachmentId: row?.id ?? 0, force: true });
    await forgetRemoved(admin, { ids: (await listRemoved(admin, {})).items.map(({ id }) => id) });
    await anAttachment("cccc", Buffer.from("made since"));
    await moveFiles("s3", { remove: true, onAttachment: () => undefined });
    expect(await folders()).toEqual(["bbbb", "cccc"]);

    const { replaced } = await restoreSite(path, {
      close: () => open.close(),
      open: reopen,
      reopen,
      note: () => noteRestore(system, { from: path }),
    });
    const name = "2024/01/aaaa/v1/original";
    expect((await buffer(await storage().read(name, 0, picture.length - 1))).equals(picture)).toBe(true);
    expect(readdirSync(join(env.dataDir, "uploads"))).toEqual([]);
    // The replaced site names the third one, until it is deleted.
    expect(await sweepOrphans(later())).toBe(0);
    expect(await folders()).toEqual(["aaaa", "bbbb", "cccc"]);
    await removeReplaced(admin, { name: (replaced ?? "").replace("replaced/", "") });
    expect(await sweepOrphans(later())).toBe(1);
    expect(await folders()).toEqual(["aaaa", "bbbb"]);
    expect(await placeOfFiles("disk")?.size(name)).toBeNull();
    await open.close();
  },
);
