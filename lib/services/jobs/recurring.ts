import { and, eq, inArray, lt, notInArray, or } from "drizzle-orm";
import { z } from "zod";
import { jobs } from "../../../db/schema";
import { system } from "../../core/access";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { allInParts, PART } from "../../core/parts";
import { jobKinds, knownKinds } from "./kinds";
import { enqueue } from "./queue";

/** How long ended jobs are kept: 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const step = { can: "manage jobs", input: noInput, touches: () => [], silent: true } as const;

/** Enqueues recurring jobs that are missing. */
export const beginRecurringJobs = mutation("beginRecurringJobs", {
  ...step,
  output: nothing,
  run: async ({ db }) => {
    for (const kind of jobKinds())
      if (kind.every) await enqueue(db, { kind, title: kind.every.title, payload: {}, dedupeKey: "recurring" });
  },
});

const forgetSome = mutation("forgetEndedJobs", {
  ...step,
  output: z.int(),
  run: async ({ db, now }) => {
    const old = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(lt(jobs.endTime, new Date(now.getTime() - KEPT_MS)))
      .limit(PART);
    return (await db.delete(jobs).where(inArray(jobs.id, old)).returning({ id: jobs.id })).length;
  },
});

/** How long a job waits for a server whose version knows its kind. */
const UNKNOWN_MS = 24 * 60 * 60 * 1000;

/** Ends jobs of kinds that no server knows any more. */
const endUnknown = mutation("endUnknownJobs", {
  ...step,
  output: nothing,
  run: async ({ db, now }) => {
    const { state, kind, runAt, leaseUntil, log, id } = jobs;
    const before = new Date(now.getTime() - UNKNOWN_MS);
    const isLeft = or(and(eq(state, "WAITING"), lt(runAt, before)), and(eq(state, "RUNNING"), lt(leaseUntil, before)));
    const left = await db
      .select({ id, kind, log })
      .from(jobs)
      .where(and(isLeft, notInArray(kind, knownKinds())))
      .limit(PART);
    for (const job of left)
      await db
        .update(jobs)
        .set({
          state: "FAILED",
          endTime: now,
          dedupeKey: null,
          log: [...job.log, `${now.toISOString()} This version of the program does not know the job "${job.kind}".`],
        })
        .where(eq(id, job.id));
  },
});

/** Deletes jobs that ended long ago, and ends those that nobody can do. */
export async function forgetEndedJobs(): Promise<void> {
  await endUnknown(system, {});
  await allInParts(() => forgetSome(system, {}));
}
