import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { attachments } from "../../db/schema";
import { system } from "../core/access";
import { env } from "../core/env";
import { deleteAttachment } from "../features/attachments/mutations";
import { putBackRemovals } from "../features/removals/mutations";
import { listRemoved } from "../features/removals/queries";
import { provideFeatures } from "../server/features";
import { placeOfFiles, storage } from "../services/files/storage";
import { type S3Server, startS3 } from "../testing/s3-server";
import { freshDatabase, stored } from "../testing/setup";
import { anAttachment } from "../testing/stored-files";
import { checkFiles } from "./checks";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

let s3: S3Server;
beforeAll(async () => {
  provideFeatures();
  s3 = await startS3();
});
afterAll(async () => {
  env.s3 = undefined;
  await s3.close();
});

async function move(...args: string[]) {
  const terminal = aTerminal();
  const code = await runCli(["files", "move", ...args, "--json"], terminal.streams);
  return { code, ...(JSON.parse(terminal.lines()[0] ?? "{}") as object) };
}
const idOf = async (name: string) =>
  (await stored().select({ id: attachments.id }).from(attachments).where(eq(attachments.name, name)))[0]?.id ?? 0;
const original = (name: string) => join(env.dataDir, "uploads/2024/01", name, "v1/original");

it("moves files into the bucket and back, each compared, and again only what is missing", async () => {
  await freshDatabase();
  const [large, small] = [randomBytes(300_000), Buffer.from("small picture")];
  await anAttachment("aaaa", large);
  await anAttachment("bbbb", small);
  expect((await move("s3")).code).toBe(1);
  env.s3 = s3.settings;
  expect(await move("s3")).toMatchObject({ code: 0, copied: 4, unchanged: 0, missing: [] });
  expect(await checkFiles()).toMatchObject({ state: "ok", message: "in the bucket site" });
  expect((await buffer(await storage().read("2024/01/aaaa/v1/original", 0, large.length - 1))).equals(large)).toBe(
    true,
  );

  // One came since; another one's name in the bucket has other bytes, as somebody may have put there.
  await anAttachment("cccc", small);
  const other = join(env.dataDir, "other");
  writeFileSync(other, "other bytes");
  await placeOfFiles("s3")?.put("2024/01/bbbb/v1/original", other, { mediaType: "image/png", fileName: "b.png" });
  expect(await move("s3", "--remove")).toMatchObject({ code: 0, copied: 3, unchanged: 3, removed: true });
  expect(["aaaa", "bbbb", "cccc"].map((name) => existsSync(original(name)))).toEqual([false, false, false]);

  expect(await move("disk")).toMatchObject({ code: 0, copied: 6 });
  expect([readFileSync(original("aaaa")).equals(large), readFileSync(original("bbbb"), "utf8")]).toEqual([
    true,
    "small picture",
  ]);
  expect(await move("disk")).toMatchObject({ code: 0, copied: 0, unchanged: 6 });

  // A deleted one can be put back at its new place as well; one whose files are gone is nobody's loss.
  for (const name of ["bbbb", "cccc"]) await deleteAttachment(system, { attachmentId: await idOf(name) });
  rmSync(join(env.dataDir, "uploads/2024/01/cccc"), { recursive: true });
  await placeOfFiles("s3")?.remove(["2024/01/bbbb", "2024/01/cccc"]);
  expect(await move("s3", "--remove")).toMatchObject({ code: 0, copied: 2, missing: [], removed: true });
  expect(["aaaa", "bbbb"].map((name) => existsSync(original(name)))).toEqual([false, false]);
  const items = await listRemoved(system, {});
  expect(items.total).toBe(2);
  await putBackRemovals(system, { ids: items.items.filter(({ name }) => name.startsWith("bbbb")).map(({ id }) => id) });
  expect(await idOf("bbbb")).toBeGreaterThan(0);
  expect(await move("disk")).toMatchObject({ code: 0, missing: [] });

  env.s3 = { ...s3.settings, bucket: "nobodys" };
  expect(await checkFiles()).toMatchObject({
    state: "wrong",
    message: expect.stringContaining(`There is no bucket "nobodys"`),
  });
  expect((await move("s3")).code).toBe(1);
});
