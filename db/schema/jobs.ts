import { flag, id, index, instant, int, json, string, table, uniqueIndex } from "../dialect";

/** Work to be done outside of requests; a row is there from the transaction that asked for it until some time after its end. */
export const jobs = table(
  "jobs",
  {
    id: id(),
    kind: string().notNull(),
    /** In words, for people. */
    title: string().notNull(),
    /** As the kind's schema has it, or `{ sealed }` where the kind is secret. */
    payload: json().$type<unknown>().notNull(),
    state: string().$type<"WAITING" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED">().notNull(),
    /** Whoever asks for the same again while it is taken gets this job. */
    dedupeKey: string(),
    runAt: instant().notNull(),
    /** How often it has been begun. */
    attempts: int().notNull().default(0),
    /** Which worker has it; another one may take it when `leaseUntil` is over. */
    worker: string(),
    leaseUntil: instant(),
    cancelWanted: flag().notNull().default(false),
    progressDone: int().notNull().default(0),
    progressTotal: int(),
    /** What it said, the newest lines. */
    log: json().$type<readonly string[]>().notNull(),
    createTime: instant().notNull(),
    startTime: instant(),
    endTime: instant(),
  },
  (t) => [
    uniqueIndex("jobs_dedupe").on(t.dedupeKey),
    index("jobs_due").on(t.state, t.runAt),
    index("jobs_lease").on(t.state, t.leaseUntil),
    index("jobs_end").on(t.endTime),
  ],
);
