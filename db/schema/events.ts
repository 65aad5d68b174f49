import { id, index, instant, int, json, string, table } from "../dialect";

/**
 * One row for each deliberate change: the audit log, the outbox, and the way other processes learn
 * which cached reads became stale. Rows are only ever added.
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
  (t) => [index("events_time").on(t.createTime)],
);

/** Answers kept for `Idempotency-Key`, sealed with the site's key since they may hold secrets. */
export const idempotencyKeys = table(
  "idempotency_keys",
  {
    /** SHA-256 over caller, path and key. */
    key: string().primaryKey(),
    bodyHash: string().notNull(),
    /** Kept together with what was done. */
    answer: string(),
    createTime: instant().notNull(),
  },
  (t) => [index("idempotency_time").on(t.createTime)],
);
