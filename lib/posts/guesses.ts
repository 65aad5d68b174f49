import { type AttemptKey, unlockAttempts } from "../auth/attempts";
import type { Actor } from "../core/access";

/** Guesses at the password of one post, from one address. */
export const guessesAt = (actor: Actor, postId: number): AttemptKey[] => [{ name: `unlock:${actor.ip}:${postId}`, most: 10, clears: true }];

/** Counts a password sent along with an API read as a guess, before it is compared. */
export const withPasswordCounted = <T extends { locked: boolean }>(actor: Actor, postId: number, read: () => Promise<T>): Promise<T> =>
  actor.contentPassword === null ? read() : unlockAttempts.attempt(guessesAt(actor, postId), read, (post) => (post.locked ? "failed" : "passed"));
