import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { attachments } from "../../db/schema";
import { env } from "../core/env";
import type { AppError } from "../core/errors";
import { sweepOrphans } from "../features/attachments/sweeping";
import { s3Limits } from "../services/files/s3-connection";
import { storage } from "../services/files/storage";
import { aForm, aToken, call, logged } from "../testing/api";
import { aJpeg } from "../testing/pictures";
import { type S3Server, startS3 } from "../testing/s3-server";
import { freshDatabase, stored } from "../testing/setup";
import { uploadedFiles } from "./files/uploads";

let s3: S3Server;
let site: string;
const faults: unknown[] = [];
const files = uploadedFiles((error) => faults.push(error));
const server = createServer((req, res) => files(req, res, () => res.writeHead(404).end()));

beforeAll(async () => {
  s3 = await startS3();
  env.s3 = s3.settings;
  Object.assign(s3Limits, { answer: 1500, idle: 1500, pause: 1 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  env.s3 = undefined;
  env.filesUrl = undefined;
  server.closeAllConnections();
  server.close();
  await s3.close();
});
beforeEach(async () => {
  await freshDatabase();
  env.filesUrl = undefined;
  s3.failAlways(null);
  faults.length = logged.length = 0;
});

const upload = async (token: string, picture: Buffer) =>
  call("POST", "/admin/attachments", { token, body: aForm("sea.jpg", picture) });

/** Deletes for good what could be put back. */
async function forgetAll(token: string): Promise<void> {
  const ids = (await call("GET", "/admin/deleted", { token })).list.map(({ id }) => `ids=${id as number}`);
  expect((await call("DELETE", `/admin/deleted?${ids.join("&")}`, { token })).status).toBe(204);
}

async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage().folders(4)) names.push(name);
  return names;
}

it("takes a picture, sends it whole, in parts and smaller, and removes it", async () => {
  const { token } = await aToken("ADMIN");
  const picture = await aJpeg({ width: 1000, height: 600 });
  const [made] = (await upload(token, picture)).list as { id: number; url: string }[];
  const [row] = await stored().select().from(attachments);
  const uploads = join(env.dataDir, "uploads");
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([".incoming"]);
  const whole = await fetch(`${site}${made?.url}?v=${row?.version}`);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, bytes.length, whole.headers.get("content-type"), whole.headers.get("cache-control")]).toEqual([
    200,
    row?.size,
    "image/jpeg",
    "public, max-age=31536000, immutable",
  ]);
  const part = await fetch(`${site}${made?.url}`, { headers: { range: "bytes=5-14" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 5-14/${row?.size}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 15));
  const smaller = await fetch(`${site}${made?.url.replace(/[^/]+$/, "480.webp")}`);
  expect([
    smaller.status,
    Buffer.from(await smaller.arrayBuffer())
      .subarray(8, 12)
      .toString(),
  ]).toEqual([200, "WEBP"]);

  // What a content network reads in the bucket says of itself what this server would say.
  env.filesUrl = `${s3.settings.endpoint}/${s3.settings.bucket}`;
  const led = await fetch(`${site}${made?.url}?v=${row?.version}`, { redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toEqual([
    302,
    `${env.filesUrl}/uploads/${row?.folder}/${row?.version}/original`,
  ]);
  const there = await fetch(`${site}${made?.url}`);
  expect(Buffer.from(await there.arrayBuffer()).equals(bytes)).toBe(true);
  expect(there.headers.get("content-type")).toBe("image/jpeg");
  expect(there.headers.get("content-disposition")).toBe(whole.headers.get("content-disposition"));
  env.filesUrl = undefined;

  expect((await call("DELETE", `/admin/attachments/${made?.id}`, { token })).status).toBe(204);
  await forgetAll(token);
  expect([await folders(), (await fetch(`${site}${made?.url}`)).status]).toEqual([[], 404]);
  expect(faults).toEqual([]);
});

it.each(["500", "silent"] as const)("refuses for a time what it cannot do: %s", async (fault) => {
  const { token } = await aToken("ADMIN");
  const [made] = (await upload(token, await aJpeg())).list as { id: number; url: string }[];
  s3.failAlways(fault);
  const refused = await upload(token, await aJpeg());
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await stored().$count(attachments)).toBe(1);
  const unread = await fetch(`${site}${made?.url}`);
  expect([unread.status, unread.headers.get("retry-after"), unread.headers.get("cache-control")]).toEqual([
    503,
    "10",
    "no-store",
  ]);
  // The record goes, and its files when the service is back.
  expect((await call("DELETE", `/admin/attachments/${made?.id}`, { token })).status).toBe(204);
  await forgetAll(token);
  s3.failAlways(null);
  expect(await folders()).toHaveLength(1);
  expect(await sweepOrphans(new Date())).toBe(0);
  expect(await sweepOrphans(new Date(Date.now() + 2 * 3_600_000))).toBe(1);
  expect(await folders()).toEqual([]);
  expect(logged.map((error) => (error as AppError).extra.reason)).toEqual(["files_unreachable"]);
});

it("goes on with an answer that breaks off on its way", async () => {
  const { token } = await aToken("ADMIN");
  const [made] = (await upload(token, await aJpeg({ width: 400, height: 400 }))).list as { url: string }[];
  const before = Buffer.from(await (await fetch(`${site}${made?.url}`)).arrayBuffer());
  s3.fail("half", "stalled", "half");
  expect(Buffer.from(await (await fetch(`${site}${made?.url}`)).arrayBuffer()).equals(before)).toBe(true);
});

it("asks the service for so many heads at a time and no more, of whoever wants thousands", async () => {
  const { token } = await aToken("ADMIN");
  const [made] = (await upload(token, await aJpeg())).list as { url: string }[];
  s3.failAlways("silent");
  const ask = async () => (await fetch(`${site}${made?.url}`, { method: "HEAD" })).headers.get("retry-after");
  const crowd = Array.from({ length: 400 }, ask);
  // Refused at once, before the service is found silent.
  await expect.poll(() => Promise.race([ask(), new Promise((late) => setTimeout(late, 50, "late"))])).toBe("5");
  s3.failAlways(null);
  await Promise.all(crowd);
});

it("is asked first for whoever comes anew, whatever a crowd of one network wants", async () => {
  const { token } = await aToken("ADMIN");
  const [made] = (await upload(token, await aJpeg())).list as { url: string }[];
  env.trustProxy = 1;
  try {
    const answered: string[] = [];
    const ask = async (from: string) => {
      const { status } = await fetch(`${site}${made?.url}`, { method: "HEAD", headers: { "X-Forwarded-For": from } });
      answered.push(from);
      return status;
    };
    const crowd = Array.from({ length: 150 }, () => ask("203.0.113.5"));
    const statuses = await Promise.all([...crowd, ask("198.51.100.7")]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(answered.indexOf("198.51.100.7")).toBeLessThan(75);
  } finally {
    env.trustProxy = 0;
  }
});
