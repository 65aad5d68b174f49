import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs } from "../../../db/schema";
import { engine } from "../../core/operation";
import { system } from "../../testing/actors";
import { aJob, inHours } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { handlers } from "../../server/background/job-handlers";
import { JobWorker } from "./worker";
import { cancelJob } from "./mutations";
import { beginRecurringJobs, forgetEndedJobs } from "./recurring";

beforeEach(async () => void (await freshDatabase()));
const all = () => stored().select().from(jobs);
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
