import type { Actor } from "../../core/access";
import { attemptKeys, unlockAttempts } from "../../services/limits/attempts";
import { AppError } from "../../core/errors";
import { sameSecret } from "../../core/secrets";
import { isUnlocked, type Lock, proofOf } from "../visibility/locks";

/**
 * The counters of guesses at one record's password, such as `post:12`: for the caller's network, and for it over all
 * records.
 */
const guessesAt = (actor: Actor, subject: string) => attemptKeys(subject, actor.ip);

/** Counts a password in an API request as a guess, before it is compared. */
export const withPasswordCounted = <T extends { locked: boolean }>(
  actor: Actor,
  subject: string,
  read: () => Promise<T>,
): Promise<T> =>
  actor.contentPassword === null
    ? read()
    : unlockAttempts.attempt(guessesAt(actor, subject), read, (found) => (found.locked ? "failed" : "passed"));

/** Checks a record's password; returns the proofs that open it. */
export async function unlock(actor: Actor, subject: string, locks: readonly Lock[], password: string) {
  const isOpenWith = (opened: readonly Lock[]) =>
    isUnlocked(locks, { ...actor, unlocks: [...actor.unlocks, ...opened.map(proofOf)] });
  const opened = await unlockAttempts.attempt(
    guessesAt(actor, subject),
    async () => locks.filter((lock) => sameSecret(lock.password, password)),
    (found) => {
      if (found.length === 0 && locks.length > 0) return "failed";
      // Whoever knows one of two passwords would have wrong guesses at the other forgotten for it.
      return isOpenWith(found) ? "passed" : "undecided";
    },
  );
  if (opened.length === 0 && locks.length > 0) {
    const message = "This is not the right password.";
    throw new AppError("locked", message, { errors: [{ field: "password", code: "wrong_password", message }] });
  }
  return { proofs: opened.map(proofOf), open: isOpenWith(opened) };
}
