import { lt } from "drizzle-orm";
import { jobs } from "../../../db/schema";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { jobKinds } from "./kinds";
import { enqueue } from "./queue";

/** How long ended jobs are kept: 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const step = { can: "manage jobs", input: noInput, output: nothing, touches: () => [], silent: true } as const;

/** Enqueues recurring jobs that are missing. */
export const beginRecurringJobs = mutation("beginRecurringJobs", {
  ...step,
  run: async ({ db }) => {
    for (const kind of jobKinds())
      if (kind.every) await enqueue(db, { kind, title: kind.every.title, payload: {}, dedupeKey: "recurring" });
  },
});

/** Deletes jobs that ended long ago. */
export const forgetEndedJobs = mutation("forgetEndedJobs", {
  ...step,
  run: async ({ db, now }) => void (await db.delete(jobs).where(lt(jobs.endTime, new Date(now.getTime() - KEPT_MS)))),
});
