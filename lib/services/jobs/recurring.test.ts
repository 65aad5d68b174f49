import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs } from "../../../db/schema";
import { engine } from "../../core/operation";
import { system } from "../../testing/actors";
import { aJob, aPost, inHours } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { handlers } from "../../server/background/job-handlers";
import { JobWorker } from "./worker";
import { cancelJob } from "./mutations";
import { beginRecurringJobs, forgetEndedJobs } from "./recurring";
import { endFalseWaits } from "./steps";

beforeEach(async () => void (await freshDatabase()));
const all = () => stored().select().from(jobs).orderBy(jobs.id);
const byKind = () => stored().select().from(jobs).orderBy(jobs.kind);

it("what comes back by itself is there once, is done, and waits for its next time", async () => {
  await beginRecurringJobs(system, {});
  await beginRecurringJobs(system, {});
  const kinds = ["check-links", "clean-up", "mail-week", "scheduled-backup"];
  const waiting = kinds.map((kind) => ({ kind, state: "WAITING", attempts: 0 }));
  expect(await byKind()).toMatchObject(waiting);
  const failures: unknown[] = [];
  const worker = new JobWorker(handlers, (error) => failures.push(error));
  worker.start();
  await expect
    .poll(async () => Math.min(...(await all()).map(({ runAt }) => runAt.getTime())))
    .toBeGreaterThan(inHours(0.15));
  await worker.stop();
  await beginRecurringJobs(system, {});
  expect([failures, await byKind()]).toMatchObject([[], waiting]);
});

const change = (kinds: string[], values: Partial<typeof jobs.$inferInsert>) =>
  engine().transaction(
    (db) => db.update(jobs).set(values).where(inArray(jobs.kind, kinds)),
    () => null,
  );
const jobOf = async (kind: string) => (await all()).filter((job) => job.kind === kind);

it("is there also when its server was killed each time, and when somebody cancelled it", async () => {
  await beginRecurringJobs(system, {});
  const [backup] = await jobOf("scheduled-backup");
  await change(["scheduled-backup"], { state: "RUNNING", attempts: 3, leaseUntil: new Date(inHours(-1)) });
  await change(["check-links", "clean-up", "mail-week"], { runAt: new Date(inHours(0.5)) });
  const worker = new JobWorker(handlers, (error) => expect(error).toBeNull());
  worker.start();
  const given = { state: "WAITING", attempts: 0, log: [expect.stringContaining("Given up")] };
  await expect.poll(() => jobOf("scheduled-backup")).toMatchObject([given]);
  await worker.stop();
  const before = await jobOf("scheduled-backup");
  expect(await cancelJob(system, { jobId: backup?.id ?? 0 })).toMatchObject({ state: "WAITING", attempts: 0 });
  await beginRecurringJobs(system, {});
  const after = await jobOf("scheduled-backup");
  expect(after).toHaveLength(1);
  expect(Number(after[0]?.runAt)).toBeGreaterThanOrEqual(Number(before[0]?.runAt));
});

it("what ran on a server that is gone for good ends where somebody cancels it", async () => {
  const jobId = await aJob();
  await change(["send-mail"], { state: "RUNNING", folder: "of another server", leaseUntil: new Date(inHours(1)) });
  expect(await cancelJob(system, { jobId })).toMatchObject({ state: "RUNNING", cancelWanted: true });
  await change(["send-mail"], { leaseUntil: new Date(Date.now() - 1000) });
  expect(await cancelJob(system, { jobId })).toMatchObject({ state: "CANCELLED", cancelWanted: false });
});

it("what a newer version asks for waits for it, and ends after a day where no server knows it", async () => {
  await beginRecurringJobs(system, {});
  await change(["check-links", "clean-up", "mail-week", "scheduled-backup"], { runAt: new Date(inHours(1)) });
  await aJob(new Date(inHours(-2)));
  await change(["send-mail"], { kind: "of a newer version" });
  const job = async () => (await jobOf("of a newer version"))[0];
  await aJob(new Date());
  const failures: unknown[] = [];
  const worker = new JobWorker({ ...handlers, "send-mail": async () => undefined }, (error) => failures.push(error));
  worker.start();
  await expect.poll(() => jobOf("send-mail")).toMatchObject([{ state: "DONE" }]);
  await worker.stop();
  await forgetEndedJobs();
  expect(await job()).toMatchObject({ state: "WAITING", attempts: 0, log: [] });
  await change(["of a newer version"], { runAt: new Date(inHours(-25)) });
  await forgetEndedJobs();
  expect(await job()).toMatchObject({ state: "FAILED", log: [expect.stringContaining("does not know the job")] });
  expect(failures).toEqual([]);
});

describe("a clock that was ahead for a while", () => {
  const nextYear = new Date(inHours(365 * 24));
  let worker: JobWorker | undefined;
  const failures: unknown[] = [];
  afterEach(() => worker?.stop());
  const start = () => {
    worker = new JobWorker({ ...handlers, "send-mail": async () => undefined }, (error) => failures.push(error));
    worker.start();
  };
  const late = async () => (await all()).filter(({ runAt }) => runAt >= nextYear).map(({ kind }) => kind);

  it("keeps nothing waiting until it is as late as it was then, but what has a date", async () => {
    await beginRecurringJobs(system, {});
    await aJob();
    await aPost(system, { createTime: Number(nextYear) });
    await change(["check-links", "clean-up", "mail-week", "scheduled-backup", "send-mail"], { runAt: nextYear });
    start();
    await expect.poll(late).toEqual(["publish"]);
    await expect.poll(() => jobOf("send-mail")).toMatchObject([{ state: "DONE" }]);
    // It is set while the server runs.
    await change(["scheduled-backup"], { runAt: nextYear });
    expect(await late()).toHaveLength(2);
    worker?.noteClockSet();
    await expect.poll(late).toEqual(["publish"]);
    expect(failures).toEqual([]);
  });

  it("keeps no job of a killed server for itself, and waits and leases by clocks that differ as they are", async () => {
    await aJob();
    const inSix = new Date(inHours(6));
    await aJob(inSix);
    await beginRecurringJobs(system, {});
    const soon = new Date(inHours(0.5));
    await change(["check-links", "clean-up", "mail-week", "scheduled-backup"], { runAt: soon });
    const [first] = await all();
    await engine().transaction(
      (db) =>
        db
          .update(jobs)
          .set({ state: "RUNNING", attempts: 1, leaseUntil: nextYear })
          .where(eq(jobs.id, first?.id ?? 0)),
      () => null,
    );
    start();
    const left = async () => (await all()).map(({ id, leaseUntil, runAt }) => [id, leaseUntil, runAt] as const);
    await expect.poll(async () => Number((await left())[0]?.[1])).toBeLessThan(inHours(1));
    expect((await left()).slice(1).map(([, , runAt]) => runAt)).toEqual([inSix, soon, soon, soon, soon]);
    const lease = new Date(inHours(0.5));
    await change(["send-mail"], { leaseUntil: lease });
    await endFalseWaits(system, { leaseMs: 30_000 });
    expect((await left())[0]?.[1]).toEqual(lease);
    expect(failures).toEqual([]);
  });
});

it("work that ended long ago is forgotten, nothing else", async () => {
  const [old, young, waiting] = [await aJob(), await aJob(), await aJob()];
  for (const jobId of [old, young]) await cancelJob(system, { jobId });
  await engine().transaction(
    (db) =>
      db
        .update(jobs)
        .set({ endTime: new Date(inHours(-31 * 24)) })
        .where(eq(jobs.id, old)),
    () => null,
  );
  await engine().transaction(
    (db) =>
      db
        .update(jobs)
        .set({ endTime: new Date(inHours(-29 * 24)) })
        .where(eq(jobs.id, young)),
    () => null,
  );
  await forgetEndedJobs();
  expect((await all()).map(({ id }) => id).sort((a, b) => a - b)).toEqual([young, waiting]);
});
