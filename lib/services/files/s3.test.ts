import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type S3Server, startS3 } from "../../testing/s3-server";
import { s3Storage } from "./s3";
import { s3Limits } from "./s3-connection";
import type { Storage } from "./storage-shape";

const facts = { mediaType: "image/png", fileName: "a.png" };
const NAME = "2024/01/abc/v1/original";
const bytes = randomBytes(200_000);
const patient = { ...s3Limits, pause: 1 };
/** Does not wait long for answers that never come, yet long enough for those that do on a busy machine. */
function impatient(): Storage {
  // Connections keep the limits that they were made with.
  Object.assign(s3Limits, { answer: 1500, idle: 1500 });
  return s3Storage(s3.settings, async () => isSiteBeside);
}
let s3: S3Server;
let storage: Storage;
let isSiteBeside = false;

beforeAll(async () => {
  s3 = await startS3();
  storage = s3Storage(s3.settings, async () => isSiteBeside);
});
afterAll(() => s3.close());
beforeEach(() => {
  s3.fail();
  Object.assign(s3Limits, patient);
  isSiteBeside = false;
});

function aFile(content: Buffer): string {
  const file = join(mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "file-")), "sent");
  writeFileSync(file, content);
  return file;
}
const all = async (name = NAME) => buffer(await storage.read(name, 0, bytes.length - 1));

async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.folders(4)) names.push(name);
  return names;
}

it("keeps files, reads parts of them, lists their folders and removes them", async () => {
  expect(await storage.size(NAME)).toBeNull();
  await storage.put(NAME, aFile(bytes), facts);
  expect(await storage.size(NAME)).toBe(bytes.length);
  expect((await all()).equals(bytes)).toBe(true);
  expect((await buffer(await storage.read(NAME, 5, 9))).equals(bytes.subarray(5, 10))).toBe(true);
  expect(await folders()).toEqual(["2024/01/abc/v1"]);
  await storage.remove(["2024/01/abc"]);
  expect(await folders()).toEqual([]);
  await expect(storage.read(NAME, 0, 1)).rejects.toMatchObject({ status: 404 });
});

it("lets the service say how each is shown: a drawing, which has no policy there, is saved", async () => {
  const shown = async (mediaType: string, fileName: string) => {
    await storage.put(NAME, aFile(bytes), { mediaType, fileName });
    const { endpoint, bucket } = s3.settings;
    const { headers } = await fetch(`${endpoint}/${bucket}/uploads/${NAME}`, { method: "HEAD" });
    return [headers.get("content-type"), (headers.get("content-disposition") ?? "").split(";")[0]];
  };
  expect(await shown("image/png", "a.png")).toEqual(["image/png", "inline"]);
  expect(await shown("image/svg+xml", "a.svg")).toEqual(["image/svg+xml", "attachment"]);
  expect(await shown("image/svg+xml;x=1", "a.svg")).toEqual(["application/octet-stream", "attachment"]);
  await storage.remove(["2024/01/abc"]);
});

it("asks again after faults, and goes on where an answer broke off or stopped", async () => {
  const hasty = impatient();
  s3.fail("500", "silent");
  await hasty.put(NAME, aFile(bytes), facts);
  s3.fail("500", "half", "stalled", "half", "half");
  expect((await buffer(await hasty.read(NAME, 0, bytes.length - 1))).equals(bytes)).toBe(true);
});

it("ends an answer at once of which nobody begins to read the file", async () => {
  await storage.put(NAME, aFile(bytes), facts);
  s3.fail("stalled");
  const content = await storage.read(NAME, 0, bytes.length - 1);
  expect(s3.answering()).toBe(1);
  content.destroy();
  // Nobody waits until it is idle for too long.
  await expect.poll(() => s3.answering(), { timeout: s3Limits.idle / 3 }).toBe(0);
});

it("says that it cannot be reached, with when to try again, and keeps nothing half", async () => {
  const refused = { status: 503, extra: { reason: "files_unreachable", retryAfter: 10 } };
  const hasty = impatient();
  s3.fail("500", "500", "500");
  await expect(hasty.put("2024/01/def/v1/original", aFile(randomBytes(9)), facts)).rejects.toMatchObject(refused);
  expect(await hasty.size("2024/01/def/v1/original")).toBeNull();
  s3.fail("500", "silent", "500");
  await expect(hasty.read(NAME, 0, 1)).rejects.toMatchObject(refused);
});

it("removes nothing while a backup of any server holds files, or another site names them", async () => {
  await storage.put(NAME, aFile(bytes), facts);
  const release = await s3Storage(s3.settings, async () => false).hold("backup");
  expect(await storage.isHeld()).toBe(true);
  await storage.remove(["2024/01/abc"]);
  await release();
  isSiteBeside = true;
  await storage.remove(["2024/01/abc"]);
  expect([await storage.isHeld(), await folders()]).toEqual([true, ["2024/01/abc/v1"]]);
  isSiteBeside = false;
  await storage.remove(["2024/01/abc"]);
  expect([await storage.isHeld(), await folders()]).toEqual([false, []]);
});

it("ends a sweep that is given up, however long the service takes", async () => {
  s3.failAlways("silent");
  const sweep = new AbortController();
  const waiting = storage.isHeld(sweep.signal);
  sweep.abort(new Error("stopping"));
  await expect(waiting).rejects.toThrow("stopping");
  s3.failAlways(null);
});

it.each([
  ["nothing answers there", { endpoint: "http://127.0.0.1:9" }, "http://127.0.0.1:9 does not answer (connect ECONN"],
  ["there is no such bucket", { bucket: "nobodys" }, 'There is no bucket "nobodys"'],
  ["it refuses the key", { accessKeyId: "NOBODY" }, "refuses the key in S3_ACCESS_KEY_ID"],
])("tells the owner that %s", async (_what, changed, sentence) => {
  await expect(s3Storage({ ...s3.settings, ...changed }, async () => false).isHeld()).rejects.toThrow(sentence);
});
