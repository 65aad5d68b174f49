import { z } from "zod";
import { picturesPayload } from "../attachments/schema";
import { id, instantOut, noInput, pageInput, pageOf } from "../core/fields";
import { publicationPayload } from "../drafts/schema";
import { mailPayload } from "../mail/schema";
import { picturePayload, textsPayload } from "../renewals/schema";
import { announcePayload, deliveryPayload } from "../webhooks/schema";

type Kind = {
  payload: z.ZodType;
  /** How often it is begun before it has failed; the waits between grow from half a minute to six hours. */
  tries: number;
  /** At most one of them runs at a time. */
  alone?: boolean;
  /** Its payload is stored sealed, and forgotten when it is done. */
  secret?: boolean;
  /** It is always there, and comes back so many milliseconds after its end, whatever the end was. */
  every?: { ms: number; title: string };
  /** It keeps a record of what comes about by itself, so that ending it would not hold that up. */
  records?: boolean;
  /** Its dedupe key stays taken after its end, as long as the row is kept: 30 days. */
  keepsKey?: boolean;
};

/** Everything that is done outside of requests; who does it stands in lib/server/job-handlers.ts. */
export const jobKinds = {
  "send-mail": { payload: mailPayload, tries: 8, secret: true, keepsKey: true },
  "deliver-webhook": { payload: deliveryPayload, tries: 8 },
  /** Tells webhooks of what becomes public by itself. */
  announce: { payload: announcePayload, tries: 8 },
  /** Notes that a post or sheet became public at its date. */
  publish: { payload: publicationPayload, tries: 8, records: true },
  "remake-pictures": { payload: picturesPayload, tries: 8, alone: true },
  /** Brings the texts that show a picture to its present version. */
  "renew-pictures": { payload: picturePayload, tries: 20 },
  /** Brings what earlier versions of the program stored up to date. */
  "renew-texts": { payload: textsPayload, tries: 50, alone: true },
  "clean-up": {
    payload: noInput,
    tries: 3,
    alone: true,
    every: { ms: 3_600_000, title: "Empty the recycle bin of what is overdue, and forget old logs" },
  },
} as const satisfies Record<string, Kind>;

export type JobKind = keyof typeof jobKinds;
export type PayloadOf<K extends JobKind> = z.output<(typeof jobKinds)[K]["payload"]>;

export const kindOf = (name: string): Kind | undefined =>
  Object.hasOwn(jobKinds, name) ? jobKinds[name as JobKind] : undefined;

export const jobState = z.enum(["WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED"]);

export const jobPath = z.strictObject({ jobId: id });
export const jobList = z.strictObject({
  ...pageInput(["id", "runAt"]),
  state: jobState.optional(),
  kind: z.string().max(50).optional(),
});

/** What may be seen of a job; its payload is not among it. */
export const job = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  state: z.string().pipe(jobState),
  runAt: instantOut.describe("When it is begun at the earliest."),
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

// The worker's own steps; no door leads there.
const worker = z.string();
export const claim = z.strictObject({ worker, leaseMs: z.int(), except: z.array(z.string()) });
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
/** Whether the job is still this worker's, and whether somebody wants it to end. */
export const beaten = z.object({ held: z.boolean(), cancelWanted: z.boolean() });
export const ending = beat
  .omit({ leaseMs: true })
  .extend({ outcome: z.enum(["DONE", "FAILED", "CANCELLED", "again", "given back"]) });

export type Job = z.output<typeof job>;
export type Claimed = NonNullable<z.output<typeof claimed>>;
