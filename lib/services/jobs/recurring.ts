import { inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { jobs } from "../../../db/schema";
import { system } from "../../core/access";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { allInParts, PART } from "../../core/parts";
import { jobKinds } from "./kinds";
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

/** Deletes jobs that ended long ago. */
export const forgetEndedJobs = (): Promise<void> => allInParts(() => forgetSome(system, {}));
