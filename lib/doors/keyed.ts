import type { Actor } from "../core/access";
import type { Database } from "../../db";
import { keepAnswer } from "../services/idempotency/keeping";
import { getKeptAnswer } from "../services/idempotency/queries";
import type { Keyed } from "../services/idempotency/schema";

/** Does work once for a key: whoever asks again gets `again` of what the first one kept. `work` must keep its answer in its own transaction. */
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
    // Another one may have been quicker, or this one's own commit was not heard of. Otherwise nothing was done, and the key is free.
    const meanwhile = await getKeptAnswer(actor, keyed);
    if (meanwhile === null) throw error;
    return again(meanwhile);
  }
}
