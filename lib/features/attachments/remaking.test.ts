import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { attachments, jobs } from "../../../db/schema";
import { env } from "../../core/env";
import { engine } from "../../core/operation";
import { JobWorker } from "../../services/jobs/worker";
import { claimJob, beatJob } from "../../services/jobs/steps";
import { createPost } from "../writing/posts/mutations";
import { handlers } from "../../server/background/job-handlers";
import { system } from "../../testing/actors";
import { aForm, aToken, call } from "../../testing/api";
import { eventCount, lastEvent, refusal, storedPost } from "../../testing/factories";
import { aGif, aJpeg, aPng, aWebp } from "../../testing/pictures";
import { renewals } from "../../testing/jobs";
import { freshDatabase, stored } from "../../testing/setup";
import { remakePicture, renewPicture, versionOf } from "./remaking";
import { listPictures, remakeAll, remakePictures } from "./remaking-all";
import { storage } from "../../services/files/storage";

let token = "";
beforeEach(async () => {
  await freshDatabase();
  ({ token } = await aToken("EDITOR"));
});

type Row = typeof attachments.$inferSelect;
const rowOf = async (id: number): Promise<Row> => {
  const [row] = await stored().select().from(attachments).where(eq(attachments.id, id));
  if (!row) throw new Error(`there is no attachment ${id}`);
  return row;
};
async function upload(name: string, bytes: Buffer | string): Promise<Row> {
  const { list } = await call("POST", "/admin/attachments", { token, body: aForm(name, bytes) });
  return rowOf(Number(list[0]?.id));
}
const aPhoto = async (name = "sea.jpg") => upload(name, await aJpeg({ width: 1000, height: 500 }));
const fileOf = ({ folder, version }: Row, name: string) => join(env.dataDir, "uploads", folder, version, name);
const smaller = (row: Row) => row.variants.map(({ width }) => readFileSync(fileOf(row, `${width}.webp`)));
async function folders(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage().folders(4)) names.push(name);
  return names.sort();
}
const present = async () =>
  (await stored().select().from(attachments)).map(({ folder, version }) => `${folder}/${version}`).sort();
const change = (id: number, columns: Partial<Row>) =>
  engine().transaction(
    (db) => db.update(attachments).set(columns).where(eq(attachments.id, id)),
    () => null,
  );

it("what is drawn from a picture is drawn from its smallest version with enough pixels, otherwise from its original", async () => {
  const row = await upload("wide.jpg", await aJpeg({ width: 2400, height: 1600 }));
  const folder = mkdtempSync(join(tmpdir(), "versions-"));
  const drawnFrom = async (width: number, height: number) =>
    readFileSync(await versionOf(row, { width, height }, folder));
  const [first] = row.variants;
  if (!first) throw new Error("there is no smaller version");
  expect(await drawnFrom(first.width, first.height)).toEqual(readFileSync(fileOf(row, `${first.width}.webp`)));
  const original = readFileSync(fileOf(row, "original"));
  expect(await drawnFrom(5_000, 5_000)).toEqual(original);
  rmSync(fileOf(row, `${first.width}.webp`));
  expect(await drawnFrom(first.width, first.height)).toEqual(original);
  rmSync(folder, { recursive: true });
});

describe("one picture", () => {
  it.each([
    ["sea.jpg", () => aJpeg({ width: 1000, height: 500, orientation: 6 })],
    // As earlier versions stored uploads: encoded again, upright, without metadata.
    ["written-anew.jpg", () => aJpeg({ width: 1000, height: 500 })],
    ["sea.png", () => aPng(1000, 500)],
    ["sea.webp", () => aWebp(1000, 500)],
    ["sea.gif", () => aGif(500, 250)],
  ])("%s comes out as it was, at the addresses it had", async (name, bytes) => {
    const row = await upload(name, await bytes());
    const [events, files] = [await eventCount(), smaller(row)];
    expect(files.length).toBeGreaterThan(0);
    expect(await remakePicture(system, row.id)).toEqual({ name, outcome: "unchanged" });
    expect([await rowOf(row.id), smaller(row), await folders(), await eventCount()]).toEqual([
      row,
      files,
      await present(),
      events,
    ]);
  });

  it("gets a file back that is missing, and nothing else changes", async () => {
    const row = await aPhoto();
    const [events, files] = [await eventCount(), smaller(row)];
    rmSync(fileOf(row, "480.webp"));
    expect(await remakePicture(system, row.id)).toMatchObject({ outcome: "completed" });
    expect([await rowOf(row.id), smaller(row), await eventCount()]).toEqual([row, files, events]);
  });

  it("gets new addresses where other bytes come out, and the texts that show it are told", async () => {
    const row = await aPhoto();
    const original = readFileSync(fileOf(row, "original"));
    const post = await createPost(system, {
      title: "Sea",
      status: "PUBLISHED",
      originalContent: `![](/uploads/${row.folder}/sea.jpg)`,
    });
    writeFileSync(fileOf(row, "480.webp"), "half of a pic");
    expect(await remakePicture(system, row.id)).toMatchObject({ outcome: "renewed" });
    const now = await rowOf(row.id);
    expect([now, now.version === row.version]).toEqual([{ ...row, version: expect.any(String) }, false]);
    expect([readFileSync(fileOf(now, "original")).equals(original), smaller(now).map(({ length }) => length)]).toEqual([
      true,
      row.variants.map(({ size }) => size),
    ]);
    expect(await lastEvent()).toMatchObject({
      operation: "renewPicture",
      subject: `attachment:${row.id}`,
      cacheKeys: ["attachments"],
    });
    await renewals();
    const { content } = await storedPost(post.id);
    expect([content.includes(row.version), content.match(/\?v=\w+/g)?.every((v) => v === `?v=${now.version}`)]).toEqual(
      [false, true],
    );
    expect([await folders(), await lastEvent()]).toMatchObject([
      await present(),
      { operation: "storeRenderings", cacheKeys: ["posts", `post:${post.id}`] },
    ]);
  });

  it("gets the widths that it has not had, beside those it has", async () => {
    const row = await aPhoto();
    const post = await createPost(system, { title: "Sea", originalContent: `![](/uploads/${row.folder}/sea.jpg)` });
    rmSync(fileOf(row, "960.webp"));
    await change(row.id, { variants: row.variants.slice(0, 1), placeholder: "" });
    expect(await remakePicture(system, row.id)).toMatchObject({ outcome: "renewed" });
    expect([await rowOf(row.id), smaller(row).length, (await storedPost(post.id)).content]).toEqual([
      row,
      2,
      post.content,
    ]);
  });

  it("that is not there any more is passed over", async () => {
    expect(await remakePicture(system, 99)).toMatchObject({ outcome: "gone" });
    const row = await aPhoto();
    const { placeholder, variants } = row;
    const made = {
      attachmentId: row.id,
      seen: "cccccccccc",
      version: "dddddddddd",
      width: 1,
      height: 1,
      placeholder,
      variants,
    };
    expect(await refusal(renewPicture(system, made))).toMatchObject({ code: "conflict" });
    expect([await rowOf(row.id), (await lastEvent())?.operation]).toEqual([row, "createAttachments"]);
  });

  // PGlite has one connection, so nothing can be read during an open transaction.
  it.skipIf(postgres)("that is replaced while it is made anew keeps what replaced it", async () => {
    const row = await aPhoto();
    writeFileSync(fileOf(row, "480.webp"), "half of a pic");
    const other = { ...row, version: "cccccccccc" };
    let remaking: ReturnType<typeof remakePicture> | undefined;
    await engine().transaction(
      async (db) => {
        remaking = remakePicture(system, row.id);
        await expect.poll(folders).toHaveLength(2);
        cpSync(fileOf(row, ""), fileOf(other, ""), { recursive: true });
        await db.update(attachments).set({ version: other.version }).where(eq(attachments.id, row.id));
      },
      () => null,
    );
    expect(await remaking).toMatchObject({ outcome: "gone" });
    expect([await rowOf(row.id), await folders()]).toEqual([other, await present()]);
  });
});

describe("all pictures", () => {
  const course = (given: { done?: number; total?: number | null; stopAt?: number } = {}) => {
    const stop = new AbortController();
    const [lines, steps]: [string[], string[]] = [[], []];
    const progress = (done: number, total: number | null = null) => {
      steps.push(`${done} of ${total}`);
      if (done === given.stopAt) stop.abort(new Error("stopped"));
    };
    return {
      run: {
        reached: { done: given.done ?? 0, total: given.total ?? null },
        signal: stop.signal,
        progress,
        log: (line: string) => void lines.push(line),
      },
      lines,
      steps,
    };
  };
  const three = async () => {
    const rows = [await aPhoto("a.jpg"), await aPhoto("b.jpg"), await aPhoto("c.jpg")];
    for (const row of rows) rmSync(fileOf(row, "480.webp"));
    return rows;
  };
  const complete = (rows: Row[]) =>
    Promise.all(rows.map(async (row) => (await storage().size(`${row.folder}/${row.version}/480.webp`)) !== null));

  it("are made one after the other; one that is broken is named and the others go on", async () => {
    const rows = await three();
    await upload("notes.txt", "text");
    truncateSync(fileOf(rows[1] as Row, "original"), 500);
    const { status, json } = await call("POST", "/admin/attachments/pictures", { token });
    expect([status, json]).toMatchObject([200, { kind: "remake-pictures", state: "WAITING" }]);
    expect(await remakePictures(system, {})).toMatchObject({ id: json.id });
    await aPhoto("later.jpg");
    const failures: unknown[] = [];
    const worker = new JobWorker(handlers, (error) => failures.push(error));
    worker.start();
    const state = async () => (await stored().select().from(jobs))[0];
    await expect.poll(async () => (await state())?.state).toBe("DONE");
    await worker.stop();
    expect(await state()).toMatchObject({
      attempts: 1,
      progressDone: 3,
      progressTotal: 3,
      log: [
        expect.stringMatching(/ b\.jpg: This picture is damaged or incomplete\.$/),
        expect.stringMatching(/ 0 renewed, 2 completed, 0 unchanged, 1 failed\.$/),
      ],
    });
    expect([failures, await complete(rows), (await remakePictures(system, {})).id === json.id]).toEqual([
      [],
      [true, false, true],
      false,
    ]);
  });

  it("are asked for by those who manage every file", async () => {
    for (const role of ["AUTHOR", "SUBSCRIBER"] as const)
      expect((await call("POST", "/admin/attachments/pictures", { token: (await aToken(role)).token })).status).toBe(
        403,
      );
    expect((await call("POST", "/admin/attachments/pictures")).status).toBe(401);
  });

  it("stop between two of them where it is cancelled, and go on there", async () => {
    const rows = await three();
    const first = course({ stopAt: 1 });
    await expect(remakeAll({ upTo: 9 }, first.run)).rejects.toThrow("stopped");
    expect([first.steps, await complete(rows)]).toEqual([
      ["0 of 3", "1 of 3"],
      [true, false, false],
    ]);
    const second = course({ done: 1, total: 3 });
    rmSync(fileOf(rows[0] as Row, "480.webp"));
    await remakeAll({ upTo: 9 }, second.run);
    expect([second.steps, await complete(rows)]).toEqual([
      ["1 of 3", "2 of 3", "3 of 3"],
      [false, true, true],
    ]);
  });

  it("leave out none where some were deleted or came in between", async () => {
    const rows = await three();
    await call("DELETE", `/admin/attachments/${rows[0]?.id}`, { token });
    await aPhoto("d.jpg");
    const { run, steps } = course({ done: 1, total: 3 });
    await remakeAll({ upTo: rows[2]?.id ?? 0 }, run);
    expect([steps, await complete(rows)]).toEqual([
      ["1 of 3", "2 of 3", "3 of 3"],
      [false, true, true],
    ]);
  });

  it("go on where a worker was killed, once its lease is over", async () => {
    const rows = await three();
    const { id } = await remakePictures(system, {});
    await claimJob(system, { worker: "killed", leaseMs: 60_000, except: [] });
    await beatJob(system, { id, worker: "killed", leaseMs: -1, progressDone: 2, progressTotal: 3, lines: [] });
    const worker = new JobWorker(handlers, (error) => expect(error).toBeNull());
    worker.start();
    await expect.poll(async () => (await stored().select().from(jobs))[0]?.state).toBe("DONE");
    await worker.stop();
    expect([await complete(rows), (await stored().select().from(jobs))[0]]).toMatchObject([
      [false, false, true],
      { attempts: 2, progressDone: 3, progressTotal: 3 },
    ]);
  });

  it("are those with smaller ones; what would befall each of them ends the work", async () => {
    await three();
    await upload("plan.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>');
    expect(await listPictures(system, { rest: 9 })).toEqual([1, 2, 3]);
    rmSync(join(env.dataDir, "uploads", ".incoming"), { recursive: true, force: true });
    writeFileSync(join(env.dataDir, "uploads", ".incoming"), "no folder");
    await expect(remakeAll({ upTo: 9 }, course().run)).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
