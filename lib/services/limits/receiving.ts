import { senderHasLeft } from "../../core/sender";
import { shared } from "../../core/shared";
import { Turns } from "../../core/turns";

/**
 * Forms with files of one account that are received at a time; the others wait unread, as long as a proxy waits. An author
 * who sent 300 at once, of which nearly all were refused when they had come, kept whoever wrote or signed in on PostgreSQL
 * waiting for 4 to 9 s: each asks it a dozen times, and all that had come of all forms was taken in between.
 */
const bounds = { atOnce: 8, mostWaiting: 500, retryAfter: 5, longestMs: 45_000 };

const accounts = shared("receiving", () => new Map<string, { turns: Turns; asked: number }>());

/** Receives a form with files, and does what it asks for, when it is the turn of its account. */
export async function receiveInTurn<T>(account: string, receive: () => Promise<T>): Promise<T> {
  const own = accounts.get(account) ?? { turns: new Turns(bounds), asked: 0 };
  accounts.set(account, own);
  own.asked += 1;
  try {
    return await own.turns.take(account, receive, { hasLeft: senderHasLeft() });
  } finally {
    own.asked -= 1;
    if (own.asked === 0) accounts.delete(account);
  }
}
