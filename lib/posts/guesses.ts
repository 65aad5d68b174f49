import { attemptKeys, unlockAttempts } from "../core/attempts";
import type { Actor } from "../core/access";

/** Guesses at the password of one post are counted for the caller's address, and for it over all posts. */
export const guessesAt = (actor: Actor, postId: number) => attemptKeys(`post:${postId}`, actor.ip);

/** Counts a password sent along with an API read as a guess, before it is compared. */
export const withPasswordCounted = <T extends { locked: boolean }>(actor: Actor, postId: number, read: () => Promise<T>): Promise<T> =>
  actor.contentPassword === null ? read() : unlockAttempts.attempt(guessesAt(actor, postId), read, (post) => (post.locked ? "failed" : "passed"));
