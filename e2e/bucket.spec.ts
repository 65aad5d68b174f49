import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { madeZip } from "../lib/testing/made-zip";
import { fillUp, mountSmallDisk, removeWithDisks } from "../lib/testing/small-disk";
import { aJpeg } from "../lib/testing/pictures";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { type S3Server, startS3 } from "../lib/testing/s3-server";
import { s3Storage } from "../lib/services/files/s3";
import { type Api, install } from "./rig/api";
import { newFolder } from "./rig/folders";
import { ask } from "./rig/http";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

// Two production servers on one PostgreSQL, with one bucket for their files.

test.skip(postgresPrograms === undefined, "PostgreSQL is not installed on this machine");

let database: PostgresServer;
let shared: Record<string, string>;
let s3: S3Server;
let one: Server;
let other: Server;
let ada: Api;

const bucket = () => s3Storage(s3.settings, async () => false);
async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of bucket().folders(3)) names.push(name);
  return names;
}
const bytesAt = async (server: Server, path: string) => {
  const { status, bytes } = await ask(server, path);
  expect(status, path).toBe(200);
  return bytes;
};
const statusAt = async (server: Server, path: string) => (await ask(server, path)).status;

test.beforeAll(async () => {
  [database, s3] = [await startPostgres(postgresPrograms ?? ""), await startS3()];
  const { settings } = s3;
  shared = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString("base64"),
    S3_ENDPOINT: settings.endpoint ?? "",
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  [one, other] = [new Server(shared), new Server(shared)];
  await Promise.all([one.start(), other.start()]);
  ada = await install(one);
});

test.afterAll(async () => {
  await Promise.all([one.end(), other.end()]);
  await s3.close();
  await database.stop();
});

test("a file that one server took is sent, replaced, deleted and put back by the other", async () => {
  const [first, second] = [await aJpeg({ width: 900, height: 600 }), await aJpeg({ width: 700, height: 500 })];
  const there = ada.at(other);
  const { id, url } = await ada.upload("sea.jpg", first);
  const sent = await bytesAt(one, url);
  expect((await bytesAt(other, url)).equals(sent)).toBe(true);
  expect(readdirSync(join(one.dataDir, "uploads"))).toEqual([".incoming"]);

  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(second)]), "sea.jpg");
  const replaced = await there.send<{ width: number }>("PUT", `/admin/attachments/${id}/file`, body);
  expect([replaced.status, replaced.body.width]).toEqual([200, 700]);
  const now = await bytesAt(other, url);
  expect(now.equals(sent)).toBe(false);
  expect((await bytesAt(one, url)).equals(now)).toBe(true);

  const all = await folders();
  for (const [deleting, seeing] of [
    [ada, other],
    [there, one],
  ] as const) {
    await deleting.must(204, "DELETE", `/admin/attachments/${id}`);
    expect([await statusAt(seeing, url), await statusAt(one, url)]).toEqual([404, 404]);
    await deleting.must(200, "POST", "/admin/deleted/back", [{ kind: "attachment", id }]);
    expect((await bytesAt(seeing, url)).equals(now)).toBe(true);
    expect(await folders()).toEqual(all);
  }

  await ada.must(204, "DELETE", `/admin/attachments/${id}`);
  const [removal] = await there.get<{ id: number }[]>("/admin/deleted");
  expect((await there.call("DELETE", `/admin/deleted?ids=${removal?.id}`)).status).toBeLessThan(300);
  expect([await folders(), await statusAt(one, url)]).toEqual([[], 404]);
});

test("what was sent to be moved in is read by the server that has it, whose files go into the bucket", async () => {
  const picture = await aJpeg({ width: 300, height: 200 });
  const archive = madeZip([
    { name: "harbour.md", data: "---\ntitle: The harbour\n---\n\n![The sea](sea.jpg)\n" },
    { name: "sea.jpg", data: picture },
  ]);
  const body = new FormData();
  body.append("kind", "markdown");
  body.append("file", new Blob([new Uint8Array(archive)]), "site.zip");
  const { status, body: begun } = await ada.send<{ id: number }>("POST", "/admin/imports", body);
  expect(status).toBe(202);
  // Wherever it is by now, the other server cannot have it.
  await one.stop();
  const report = async () => ada.at(other).get<{ state: string; error: string | null }>(`/admin/imports/${begun.id}`);
  expect((await report()).state).not.toBe("FAILED");
  await one.start();
  await expect.poll(report).toMatchObject({ state: "DONE", error: null });
  const { text } = await ask(other, "/archives/harbour");
  const url = /"(\/uploads\/[^"?]+\/sea\.jpg)/.exec(text)?.[1] ?? "";
  expect((await bytesAt(other, url)).length).toBeGreaterThan(1000);
  expect(await folders()).toHaveLength(1);
});

test("what no record names is swept, whichever server looks first", async () => {
  const kept = await folders();
  const file = join(newFolder("orphan"), "file");
  writeFileSync(file, "nobody's");
  for (const name of ["aaaa", "bbbb", "cccc"])
    await bucket().put(`2024/01/${name}/v1/original`, file, { mediaType: "text/plain", fileName: "file.txt" });
  const old = new Date(Date.now() - 2 * 3_600_000);
  for (const name of readdirSync(s3.directory, { recursive: true, encoding: "utf8" }))
    utimesSync(join(s3.directory, name), old, old);
  expect(await folders()).toHaveLength(kept.length + 3);
  await Promise.all([one.restart(), other.restart()]);
  await expect.poll(folders).toEqual(kept);
});

/** What a server does whose disk at `at` is full, and what the others do meanwhile; and once there is room again. */
async function refusesFilesOnly(full: Server, at: string): Promise<void> {
  const there = ada.at(full);
  const send = async (api: Api, name: string) => {
    const body = new FormData();
    body.append("files", new Blob([new Uint8Array(await aJpeg({ width: 1500, height: 1000 }))]), name);
    return api.send<[{ url: string }]>("POST", "/admin/attachments", body);
  };
  const job = (id: number) => ada.get<{ state: string; log: unknown }>(`/admin/jobs/${id}`);

  const filler = fillUp(at);
  expect(await send(there, "refused.jpg")).toMatchObject({ status: 507, body: { code: "storage_full" } });
  const taken = await send(ada, "taken.jpg");
  expect(taken.status).toBe(201);
  expect((await bytesAt(full, taken.body[0].url)).length).toBeGreaterThan(1000);
  const { url, title } = await there.post({ title: "Written on a full disk" });
  for (const server of [full, one, other]) {
    expect((await ask(server, url)).text).toContain(title);
    expect(await statusAt(server, "/")).toBe(200);
    expect(await statusAt(server, "/api/ready")).toBe(200);
  }
  // Its own export has no room; that of another server has.
  const refused = await there.call<{ jobId: number }>("POST", "/admin/exports", {});
  // A job says what is wrong, and tries again later.
  if (refused.status === 202)
    await expect.poll(async () => JSON.stringify((await job(refused.body.jobId)).log)).toMatch(/no (room|space)|full/i);
  else expect(refused).toMatchObject({ status: 507, body: { code: "storage_full" } });
  const { jobId } = await ada.must<{ jobId: number }>(202, "POST", "/admin/exports", { public: true });
  await expect.poll(async () => (await job(jobId)).state).toBe("DONE");

  rmSync(filler);
  await expect.poll(async () => (await send(there, "again.jpg")).status).toBe(201);
  expect(full.stderr).not.toContain("that nobody");
  for (const line of full.failures()) expect(line).toMatch(/ENOSPC|full/);
  full.stderr = "";
}

test("a server whose disk is full refuses files and goes on with all else; the others take everything", async () => {
  const at = newFolder("disk");
  test.skip(!mountSmallDisk(at, 16), "Only where a disk can be mounted (as root).");
  const full = new Server({ ...shared, DATA_DIR: join(at, "data"), TMPDIR: at });
  try {
    await full.start();
    await refusesFilesOnly(full, at);
  } finally {
    await full.end();
    removeWithDisks(at);
  }
});

test("a card whose cover cannot be fetched is refused for a while", async () => {
  const { url: thumbnail } = await ada.upload("cover.jpg", await aJpeg({ width: 1600, height: 900 }));
  const { slug } = await ada.post({ title: "Low tide", originalContent: "Mud.", thumbnail });
  const { text } = await ask(one, `/archives/${slug}`);
  const card = /property="og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(text)?.[1] ?? "";
  one.stderr = "";
  s3.failAlways("500");
  const refused = await ask(one, card);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
  s3.failAlways(null);
  await expect.poll(() => one.failures()).toHaveLength(1);
  expect(await statusAt(one, card)).toBe(200);
  one.stderr = "";
});

test("a server starts without its bucket, says which one does not answer, and does not wait for it to stop", async () => {
  const settings = { S3_BUCKET: "away", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
  const refused = new Server({ ...settings, S3_ENDPOINT: "http://127.0.0.1:9" });
  await refused.start();
  expect(await statusAt(refused, "/api/ready")).toBe(200);
  await expect.poll(() => refused.stderr).toContain("http://127.0.0.1:9 does not answer");
  refused.stderr = "";
  await refused.kill();
  await refused.end();

  s3.failAlways("silent");
  const waiting = new Server({ ...settings, S3_ENDPOINT: s3.settings.endpoint ?? "" });
  const asked = s3.askedNext();
  await waiting.start();
  await asked;
  await waiting.end();
  s3.failAlways(null);
});
