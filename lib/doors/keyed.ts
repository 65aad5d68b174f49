import type { Actor } from "../core/access";
import type { Database } from "../../db";
import { keepAnswer } from "../services/idempotency/keeping";
import { getKeptAnswer } from "../services/idempotency/queries";
import type { Keyed } from "../services/idempotency/schema";

/**
 * Does work once per key: a repeated request gets `again` of the stored answer. `work` must store its answer in its own
 * transaction.
 */
export async function answeredOnce<T>(
  actor: Actor,
  keyed: Keyed,
  work: (keep: (db: Database, answer: string) => Promise<void>) => Promise<T>,
  again: (kept: string) => T | Promise<T>,
): Promise<T> {
  const kept = await getKeptAnswer(actor, keyed);
  if (kept !== null) return again(kept);
  try {
    return await work((db, answer) => keepAnswer(db, keyed, answer));
  } catch (error) {
    // Another request may have been faster, or this one's commit was not confirmed. Otherwise nothing was done, and the
    // key is free.
    const meanwhile = await getKeptAnswer(actor, keyed);
    if (meanwhile === null) throw error;
    return again(meanwhile);
  }
}
