import { flag, id, index, instant, int, json, oneOf, string, table, uniqueIndex } from "../dialect";

/** Work outside of requests. A row exists from the transaction that asked for it until some time after its end. */
export const jobs = table(
  "jobs",
  {
    id: id(),
    kind: string().notNull(),
    /** Shown to people. */
    title: string().notNull(),
    /** As the kind's schema describes, or `{ sealed }` where the kind is secret. */
    payload: json().$type<unknown>().notNull(),
    state: oneOf("WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED").notNull(),
    /** Another request for the same work gets this job while the key is taken. */
    dedupeKey: string(),
    runAt: instant().notNull(),
    /** Who is sent something, where others are not to wait for them: jobs of one receiver run one after the other. */
    receiver: string(),
    /** How often it was started. */
    attempts: int().notNull().default(0),
    /** The data folder that holds its files, where each server has one of its own; null: any server can do it. */
    folder: string(),
    /** The worker that runs it; another may take it after `leaseUntil`. */
    worker: string(),
    leaseUntil: instant(),
    cancelWanted: flag().notNull().default(false),
    progressDone: int().notNull().default(0),
    progressTotal: int(),
    /** The newest lines of its log. */
    log: json().$type<readonly string[]>().notNull(),
    createTime: instant().notNull(),
    startTime: instant(),
    endTime: instant(),
  },
  (t) => [
    uniqueIndex("jobs_dedupe").on(t.dedupeKey),
    // Kind by kind: of one that has no place now tens of thousands may wait.
    index("jobs_due").on(t.state, t.kind, t.runAt, t.id),
    index("jobs_lease").on(t.state, t.leaseUntil),
    index("jobs_end").on(t.endTime),
    index("jobs_receiver").on(t.receiver, t.state, t.id),
  ],
);
