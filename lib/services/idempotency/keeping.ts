import { and, isNull, lt, ne, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { idempotencyKeys } from "../../../db/schema";
import { atOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { seal } from "../../core/secrets";
import type { Keyed } from "./schema";

const KEPT_MS = 24 * 60 * 60 * 1000;

export const PURPOSE = "idempotency";
/** The time before which kept answers have expired. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/**
 * Keeps the answer for repeated requests, in the transaction of the work: a server that dies leaves both or neither.
 * Sealed, since it may contain a secret that is shown once. Refuses where another request with this key was faster,
 * which undoes the work of this one.
 */
export async function keepAnswer(db: Database, { key, bodyHash }: Keyed, answer: string): Promise<void> {
  const now = new Date();
  const isOver = lt(idempotencyKeys.createTime, keptSince(now));
  const values = { bodyHash, answer: seal(PURPOSE, answer), createTime: now };
  // At once: all that write wait for the last answer, and on PostgreSQL each costs a turn of the event loop.
  const [kept] = await atOnce([
    db
      .insert(idempotencyKeys)
      .values({ key, ...values })
      .onConflictDoUpdate({
        target: idempotencyKeys.key,
        set: values,
        // A key without an answer was stored by an earlier version before work that never ended.
        setWhere: or(isOver, isNull(idempotencyKeys.answer)),
      })
      .returning({ key: idempotencyKeys.key }),
    db.delete(idempotencyKeys).where(and(isOver, ne(idempotencyKeys.key, key))),
  ]);
  if (kept.length === 0)
    throw new AppError(
      "conflict",
      "Another request with this key has just been answered. Send this one again to get the same answer.",
      {
        reason: "key_used",
      },
    );
}
