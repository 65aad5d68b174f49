import { type Actor, isStaff } from "../../../core/access";
import { browserPrefix, isBrowserOf } from "../../../core/known-browser";
import { sign } from "../../../core/secrets";
import { type AttemptKey, browserKeys } from "../../../services/limits/attempts";
import { widestNetworkOf } from "../../../services/limits/networks";

/**
 * What a browser keeps once somebody has signed in to this account with it. The door marks it, so that nobody invents one.
 * One network gets one name for one password: whoever once knew the password would otherwise sign in again and again for
 * names that each have guesses of their own at the next password.
 */
export function browserOf(
  actor: Actor,
  { userId, passwordHash, role }: { userId: number; passwordHash: string; role: Actor["role"] },
): string {
  const known = `${browserPrefix(userId, isStaff({ role }))}${sign("known browser's password", passwordHash)}.`;
  return actor.browser?.startsWith(known)
    ? actor.browser
    : `${known}${sign("known browser's network", widestNetworkOf(actor.ip))}`;
}

/**
 * The counters of a guess at an account: those of the browser that asks, where its owner has signed in with it before.
 * Otherwise whoever shares an address with them, such as a carrier's, could keep them out by guessing wrong.
 */
export const keysOfOwner = (actor: Actor, userId: number, subject: string, ofStrangers: AttemptKey[]): AttemptKey[] =>
  actor.browser !== null && isBrowserOf(actor.browser, userId) ? browserKeys(subject, actor.browser) : ofStrangers;
