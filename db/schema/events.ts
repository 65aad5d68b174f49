import { id, index, instant, int, json, string, table } from "../dialect";

/**
 * One row per deliberate change: the audit log, the outbox, and how other processes learn which cache keys were
 * touched. Rows are only added.
 */
export const events = table(
  "events",
  {
    id: id(),
    operation: string().notNull(),
    actorId: int(),
    actorName: string().notNull(),
    subject: string(),
    summary: string().notNull().default(""),
    cacheKeys: json("tags").$type<readonly string[]>().notNull(),
    createTime: instant().notNull(),
  },
  (t) => [index("events_time").on(t.createTime), index("events_actor").on(t.actorName, t.operation)],
);

/** Answers kept for `Idempotency-Key`; sealed with the site's key, since they may contain secrets. */
export const idempotencyKeys = table(
  "idempotency_keys",
  {
    /** SHA-256 of caller, path and key. */
    key: string().primaryKey(),
    bodyHash: string().notNull(),
    /** Stored in the transaction of the change. */
    answer: string(),
    createTime: instant().notNull(),
  },
  (t) => [index("idempotency_time").on(t.createTime)],
);
