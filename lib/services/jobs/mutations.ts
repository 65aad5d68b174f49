import { and, eq, inArray, lt, or } from "drizzle-orm";
import { jobs } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { mutation } from "../../core/operation";
import { kindOf } from "./kinds";
import { jobColumns, seenJob } from "./queries";
import { asked } from "./queue";
import * as shape from "./schema";
import { nextTime } from "./steps";

/** Cancels a waiting job, or asks a running one to stop at its next step. */
export const cancelJob = mutation("cancelJob", {
  can: "manage jobs",
  input: shape.jobPath,
  output: shape.job,
  touches: () => [],
  about: (_input, { id, title }) => ({ subject: `job:${id}`, summary: `"${title}" was cancelled.` }),
  run: async ({ db, now }, { jobId }) => {
    const kind = kindOf((await seenJob(db, jobId)).kind);
    if (kind?.records)
      throw new AppError(
        "conflict",
        "This becomes public at its date even without the job. To stop that, make it a draft or change its date; the job then ends by itself.",
        { reason: "job_records" },
      );
    // Of a server that is gone for good, nobody else may take one that has its files there, nor would end it.
    const isIdle = or(eq(jobs.state, "WAITING"), and(eq(jobs.state, "RUNNING"), lt(jobs.leaseUntil, now)));
    const [ended] = await db
      .update(jobs)
      .set({
        ...(nextTime(kind, now) ?? { state: "CANCELLED" as const, endTime: now, dedupeKey: null }),
        worker: null,
        leaseUntil: null,
        cancelWanted: false,
      })
      .where(and(eq(jobs.id, jobId), isIdle))
      .returning(jobColumns);
    if (ended) return { ...ended, log: [...ended.log] };
    const running = and(eq(jobs.id, jobId), eq(jobs.state, "RUNNING"));
    const [ending] = await db.update(jobs).set({ cancelWanted: true }).where(running).returning({ id: jobs.id });
    const job = await seenJob(db, jobId);
    if (!ending) throw new AppError("conflict", `This has ended already (${job.state}).`, { reason: "job_ended" });
    return job;
  },
});

/** Starts a failed or cancelled job again. */
export const retryJob = mutation("retryJob", {
  can: "manage jobs",
  input: shape.jobPath,
  output: shape.job,
  touches: () => [],
  about: (_input, { id, title }) => ({ subject: `job:${id}`, summary: `"${title}" was started again.` }),
  run: async ({ db, now }, { jobId }) => {
    const ended = and(eq(jobs.id, jobId), inArray(jobs.state, ["FAILED", "CANCELLED"]));
    const [row] = await db
      .update(jobs)
      .set({
        state: "WAITING",
        runAt: now,
        attempts: 0,
        cancelWanted: false,
        progressDone: 0,
        progressTotal: null,
        endTime: null,
      })
      .where(ended)
      .returning({ id: jobs.id });
    const job = await seenJob(db, jobId);
    if (!row)
      throw new AppError("conflict", `Only a failed or cancelled job can be started again; this is ${job.state}.`, {
        reason: "job_not_failed",
      });
    asked.at = Date.now();
    return job;
  },
});
