import type { ServerResponse } from "node:http";
import { Turns } from "../../core/turns";

/** Requests of one account with long bodies that are received and worked on at a time: each needs several times its bytes of memory. */
const AT_ONCE = 2;
/** Those of one account that wait, with their bytes still on the way; the last is called before its connection, on which nothing moves, is ended. */
const MOST_WAITING = 40;

const accounts = new Map<number | null, Turns>();

/** Who sends a long body; an account's browsers and each of its tokens take turns. */
type Sender = { account: number | null; token?: number | null };

/**
 * Waits until it is a sender's turn to send a long body; the turn ends with the answer. Refuses with `unavailable`
 * where too many of the account wait.
 */
export async function takeLongBody(
  { account, token }: Sender,
  res: Pick<ServerResponse, "closed" | "once">,
): Promise<void> {
  const turns = accounts.get(account) ?? new Turns({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING, retryAfter: 5 });
  accounts.set(account, turns);
  const end = await turns.begin(String(token ?? ""));
  if (res.closed) end();
  else res.once("close", end);
}
