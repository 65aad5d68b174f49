import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "../core/env";
import { engine } from "../core/operation";
import { exportJob, runExport } from "../features/moving/exports/mutations";
import { sweepExports } from "../features/moving/exports/folder";
import { readPayload } from "../services/jobs/queue";
import { jobs } from "../../db/schema";
import { api } from "./app";
import { aToken, call } from "../testing/api";
import { aPost, lastEvent } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";

let token: string;

beforeEach(async () => {
  await freshDatabase();
  token = (await aToken("ADMIN")).token;
});

/** Asks for an export, and does what its job would. */
async function anExport(body: object = {}): Promise<string> {
  const { status, json, headers } = await call("POST", "/admin/exports", { token, body });
  expect(status).toBe(202);
  expect(headers.get("location")).toBe(`/api/admin/jobs/${String(json.jobId)}`);
  const rows = await stored().select().from(jobs);
  const row = rows.find(({ id }) => id === json.jobId);
  await runExport(readPayload(exportJob, row?.payload), {
    signal: new AbortController().signal,
    progress: () => undefined,
    log: () => undefined,
  });
  await engine().transaction(
    async (db) =>
      void (await db
        .update(jobs)
        .set({ state: "DONE", dedupeKey: null })
        .where(eq(jobs.id, Number(json.jobId)))),
    () => null,
  );
  return String(json.name);
}

const fetched = (name: string, headers: Record<string, string> = {}) =>
  api(
    new Request(`http://localhost/api/admin/exports/${name}/file`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    }),
    { ip: null, requestId: "test", log: () => undefined },
  );

describe("Exports", () => {
  it("are made once for one person who asks for the same again and again before their end", async () => {
    const ask = async (by: string, body: object) => (await call("POST", "/admin/exports", { token: by, body })).json;
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(token, { public: true })));
    expect(new Set(asked.map(({ name, jobId }) => `${String(jobId)} ${String(name)}`)).size).toBe(1);
    await ask(token, { public: false });
    await ask((await aToken("ADMIN")).token, { public: true });
    const rows = await stored().select().from(jobs).where(eq(jobs.kind, "export"));
    expect(rows.map(({ payload }) => readPayload(exportJob, payload).name)).toHaveLength(3);
  });

  it("are made by a job, listed, sent whole and in parts, and deleted", async () => {
    await aPost();
    const name = await anExport();
    const { list } = await call("GET", "/admin/exports", { token });
    expect(list).toEqual([
      {
        name,
        size: expect.any(Number),
        createTime: expect.any(String),
        public: false,
        personalData: false,
        server: null,
      },
    ]);
    const whole = await fetched(name);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.length, bytes.subarray(0, 2).toString()]).toEqual([200, list[0]?.size, "PK"]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
    const part = await fetched(name, { range: "bytes=2-5" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    const beyond = await fetched(name, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    const other = await fetched(name, { range: "bytes=2-5", "if-range": '"another"' });
    expect(other.status).toBe(200);
    expect(await lastEvent()).toMatchObject({ operation: "downloadExport", subject: `export:${name}` });
    expect((await call("DELETE", `/admin/exports/${name}`, { token })).status).toBe(204);
    expect(await lastEvent()).toMatchObject({ operation: "deleteExport" });
    expect((await call("GET", "/admin/exports", { token })).list).toEqual([]);
    expect((await call("DELETE", `/admin/exports/${name}`, { token })).status).toBe(404);
  });

  it("say in their name what they hold", async () => {
    const names = [await anExport({ public: true }), await anExport({ personalData: true })];
    const { list } = await call("GET", "/admin/exports", { token });
    expect(new Map(list.map((each) => [each.name, [each.public, each.personalData]]))).toEqual(
      new Map([
        [names[0], [true, false]],
        [names[1], [false, true]],
      ]),
    );
  });

  it("are for administrators, and of names that are no paths", async () => {
    const editor = (await aToken("EDITOR")).token;
    expect((await call("POST", "/admin/exports", { token: editor, body: {} })).status).toBe(403);
    expect((await call("GET", "/admin/exports", {})).status).toBe(401);
    for (const name of ["..%2Fsecret.key", ".hidden.zip", "a%00.zip"])
      expect((await call("GET", `/admin/exports/${name}/file`, { token })).status).toBeGreaterThanOrEqual(400);
    expect((await call("GET", "/admin/exports/none.zip/file", { token })).status).toBe(404);
    const both = await call("POST", "/admin/exports", { token, body: { public: true, personalData: true } });
    expect([both.status, both.json.errors]).toEqual([400, [expect.objectContaining({ field: "personalData" })]]);
  });

  it("are kept for a week", async () => {
    const folder = join(env.dataDir, "exports");
    mkdirSync(folder, { recursive: true });
    const now = new Date();
    for (const [name, days] of [
      ["new.zip", 6],
      ["old.zip", 8],
      ["interrupted.zip.unfinished", 8],
    ] as const) {
      writeFileSync(join(folder, name), "");
      const time = new Date(now.getTime() - days * 86_400_000);
      utimesSync(join(folder, name), time, time);
    }
    expect(await sweepExports(now)).toBe(2);
    expect(readdirSync(folder)).toEqual(["new.zip"]);
  });
});
