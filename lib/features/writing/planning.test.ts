import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jobs, posts } from "../../../db/schema";
import { engine } from "../../core/operation";
import { cancelJob } from "../../services/jobs/mutations";
import { listJobs } from "../../services/jobs/queries";
import { JobWorker } from "../../services/jobs/worker";
import { listLogs } from "../logs/queries";
import { setPostsStatus } from "./posts/bulk";
import { createPost, deletePost, setPostStatus, updatePost } from "./posts/mutations";
import { handlers } from "../../server/background/job-handlers";
import { deleteSheet, setSheetStatus, updateSheet } from "./sheets/mutations";
import { anAdmin, system } from "../../testing/actors";
import { aPost, aSheet, inHours, refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";

beforeEach(async () => void (await freshDatabase()));

const failures: unknown[] = [];
let worker: JobWorker | undefined;
const start = () => {
  worker = new JobWorker(handlers, (error) => failures.push(error));
  worker.start();
};
afterEach(async () => {
  vi.useRealTimers();
  await worker?.stop();
  worker = undefined;
});

const later = new Date(inHours(5));
const waiting = async () =>
  (await listJobs(system, { kind: "publish" })).items.map(({ title, state, runAt }) => [title, state, runAt.getTime()]);
const planned = (title: string) => [
  `Publish "${title}" on ${later.toISOString().slice(0, 10)} ${later.toISOString().slice(11, 16)} UTC`,
  "WAITING",
  later.getTime(),
];
const notes = async () =>
  (await listLogs(system, { operation: "publishAsPlanned" })).items.map(({ subject, summary, actorName }) => [
    subject,
    summary,
    actorName,
  ]);
/** Sets the clock to the time of publication. */
const pass = () => void vi.useFakeTimers({ now: later.getTime() + 1000, toFake: ["Date"] });
const done = () =>
  expect
    .poll(async () => (await stored().select({ state: jobs.state }).from(jobs)).map(({ state }) => state))
    .toEqual(["DONE"]);

describe("what is scheduled", () => {
  it("stands in the queue, and in the audit log once it is public", async () => {
    start();
    const { id } = await aPost(system, { title: "Dawn", createTime: later.getTime() });
    expect([await waiting(), await notes()]).toEqual([[planned("Dawn")], []]);
    pass();
    worker?.wake();
    await done();
    expect(await notes()).toEqual([[`post:${id}`, "published as planned: Dawn", "the server"]]);
  });

  it("is noted though its moment passed while nothing ran, and once though the work is begun twice", async () => {
    const { id } = await aSheet(system, { title: "Imprint", createTime: later.getTime() });
    pass();
    start();
    await done();
    await worker?.stop();
    await engine().transaction(
      (db) => db.update(jobs).set({ state: "RUNNING", worker: "killed", leaseUntil: new Date(0) }),
      () => null,
    );
    start();
    await done();
    expect(await notes()).toEqual([[`sheet:${id}`, "published as planned: Imprint", "the server"]]);
    expect((await stored().select().from(jobs))[0]?.log.at(-1)).toMatch(/This is already recorded\.$/);
  });

  it("is planned anew where its date or title changes, and no more where it is taken back", async () => {
    const { id: postId } = await aPost(system, { title: "One", createTime: inHours(2) });
    await updatePost(system, { postId, title: "Two", createTime: later.getTime() });
    expect(await waiting()).toEqual([planned("Two")]);
    await updatePost(system, { postId, title: "Three" });
    await updatePost(system, { postId, title: "Three", originalContent: "Another text." });
    expect(await waiting()).toEqual([planned("Three")]);
    const back = async (
      takeBack: () => Promise<unknown>,
      plan: () => Promise<unknown> = () => setPostStatus(system, { postId, status: "PUBLISHED" }),
    ) => {
      await takeBack();
      expect(await waiting()).toEqual([]);
      await plan();
      expect(await waiting()).toEqual([planned("Three")]);
    };
    await back(() => setPostStatus(system, { postId, status: "DRAFT" }));
    await back(
      () => updatePost(system, { postId, title: "Three", status: "INTIMATE" }),
      () => setPostsStatus(system, { items: [postId], status: "PUBLISHED" }),
    );
    await back(() => setPostsStatus(system, { items: [postId], status: "RECYCLE" }));
    await back(() => deletePost(system, { postId }));
    await back(
      () => updatePost(system, { postId, title: "Three", createTime: inHours(-1) }),
      () => updatePost(system, { postId, title: "Three", createTime: later.getTime() }),
    );
    await deletePost(system, { postId, permanent: true });
    expect([await waiting(), await notes()]).toEqual([[], []]);
  });

  it("is the same for sheets", async () => {
    const { id: sheetId } = await aSheet(system, { title: "One", createTime: inHours(2) });
    await updateSheet(system, { sheetId, title: "One", createTime: later.getTime() });
    expect(await waiting()).toEqual([planned("One")]);
    await setSheetStatus(system, { sheetId, status: "DRAFT" });
    expect(await waiting()).toEqual([]);
    await setSheetStatus(system, { sheetId, status: "PUBLISHED" });
    await deleteSheet(system, { sheetId });
    expect(await waiting()).toEqual([]);
  });

  it("is not noted where it did not become public then", async () => {
    const { id } = await aPost(system, { createTime: later.getTime() });
    await engine().transaction(
      (db) =>
        db
          .update(posts)
          .set({ createTime: new Date(inHours(4)) })
          .where(eq(posts.id, id)),
      () => null,
    );
    pass();
    start();
    await done();
    expect([await notes(), (await stored().select().from(jobs))[0]?.log.at(-1)]).toEqual([
      [],
      expect.stringMatching(/This post was withdrawn or deleted, or its date was changed\.$/),
    ]);
  });

  it("is held up by its date and not by its job", async () => {
    await aPost(system, { createTime: later.getTime() });
    const [job] = (await listJobs(system, {})).items;
    expect(await refusal(cancelJob(await anAdmin(), { jobId: job?.id ?? 0 }))).toMatchObject({
      status: 409,
      extra: { reason: "job_records" },
    });
    expect(await waiting()).toHaveLength(1);
  });
});

describe("what is not scheduled", () => {
  it("asks for nothing", async () => {
    const { id: postId, slug } = await aPost();
    await updatePost(system, { postId, title: "New", status: "INTIMATE", createTime: later.getTime() });
    await aPost(system, { status: "DRAFT", createTime: later.getTime() });
    await createPost(system, { title: "Draft", status: "PUBLISHED", createTime: later.getTime(), autoSave: true });
    await deletePost(system, { postId });
    expect(
      await refusal(createPost(system, { title: "Taken", slug, status: "PUBLISHED", createTime: later.getTime() })),
    ).toMatchObject({ status: 409 });
    expect(await stored().select().from(jobs)).toEqual([]);
  });
});

it("nothing of this failed inside", () => expect(failures).toEqual([]));
