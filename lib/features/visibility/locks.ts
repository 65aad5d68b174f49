import type { Actor } from "../../core/access";
import { sameSecret, sign } from "../../core/secrets";

/** A password that stands before something: a post's or sheet's own, or that of a category a post is in. */
export type Lock = { kind: "post" | "sheet" | "category"; id: number; password: string };

/** What an unlock cookie holds for one lock. A changed password makes another mark, so old proofs end with it. */
export const proofOf = (lock: Lock): string => {
  const subject = `${lock.kind}:${lock.id}`;
  return `${subject}.${sign("unlock", `${subject}:${lock.password}`)}`;
};

const isOpen = (lock: Lock, actor: Actor): boolean => {
  if (actor.contentPassword !== null && sameSecret(actor.contentPassword, lock.password)) return true;
  const proof = proofOf(lock);
  return actor.unlocks.some((given) => sameSecret(given, proof));
};

/** Whether this caller has shown the password of every lock. */
export const isUnlocked = (locks: readonly Lock[], actor: Actor): boolean => locks.every((lock) => isOpen(lock, actor));
