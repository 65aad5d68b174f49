import { z } from "zod";
import { id, instantOut, pageInput, pageOf, text } from "../../core/fields";

const jobState = z.enum(["WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED"]);

export const jobPath = z.strictObject({ jobId: id });
export const jobList = z.strictObject({
  ...pageInput(["id", "runAt"]),
  state: jobState.optional(),
  kind: text(50).optional(),
});

/** The fields of a job that are answered; its payload is not among them. */
export const job = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  state: z.string().pipe(jobState),
  runAt: instantOut.describe("When it starts at the earliest."),
  attempts: z.int(),
  cancelWanted: z.boolean(),
  progressDone: z.int(),
  progressTotal: z.int().nullable(),
  log: z.array(z.string()),
  createTime: instantOut,
  startTime: instantOut.nullable(),
  endTime: instantOut.nullable(),
});
export const jobsPage = pageOf(job);
/** The number of jobs in each state, and of all. */
export const jobCounts = z.record(z.enum(["all", ...jobState.options]), z.int());

export const dueJobs = z.int();

// The worker's own steps; no door leads there.
const worker = z.string();
export const lease = z.strictObject({ leaseMs: z.int() });
export const claim = lease.extend({ worker, except: z.array(z.string()) });
export const claimed = z
  .object({
    id,
    kind: z.string(),
    payload: z.unknown(),
    attempts: z.int(),
    cancelWanted: z.boolean(),
    progressDone: z.int(),
    progressTotal: z.int().nullable(),
  })
  .nullable();
export const beat = z.strictObject({
  id,
  worker,
  leaseMs: z.int(),
  progressDone: z.int(),
  progressTotal: z.int().nullable(),
  lines: z.array(z.string()),
});
/** Whether the job is still this worker's, and whether it was cancelled. */
export const beaten = z.object({ held: z.boolean(), cancelWanted: z.boolean() });
export const ending = beat
  .omit({ leaseMs: true })
  .extend({ outcome: z.enum(["DONE", "FAILED", "CANCELLED", "again", "given back"]) });

export type Claimed = NonNullable<z.output<typeof claimed>>;
export type Job = z.output<typeof job>;
export type JobFilters = z.input<typeof jobList>;
