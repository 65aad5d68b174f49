import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../db";
import { idempotencyKeys } from "../../../db/schema";
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
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createTime, keptSince(now)));
  // A key without an answer was stored by an earlier version before work that never ended.
  await db.delete(idempotencyKeys).where(and(eq(idempotencyKeys.key, key), isNull(idempotencyKeys.answer)));
  const kept = await db
    .insert(idempotencyKeys)
    .values({ key, bodyHash, answer: seal(PURPOSE, answer), createTime: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (kept.length === 0)
    throw new AppError(
      "conflict",
      "Another request with this key has just been answered. Send this one again to get the same answer.",
      {
        reason: "key_used",
      },
    );
}
