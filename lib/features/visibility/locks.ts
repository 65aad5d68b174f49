import type { Actor } from "../../core/access";
import { sameSecret, sign } from "../../core/secrets";

/** A password that protects a text: a post's or sheet's own, or that of a post's category. */
export type Lock = { kind: "post" | "sheet" | "category"; id: number; password: string };

/** The proof of one lock in the unlock cookie. It depends on the password, so that a changed one ends old proofs. */
export const proofOf = (lock: Lock): string => {
  const subject = `${lock.kind}:${lock.id}`;
  return `${subject}.${sign("unlock", `${subject}:${lock.password}`)}`;
};

const isOpen = (lock: Lock, actor: Actor): boolean => {
  if (actor.contentPassword !== null && sameSecret(actor.contentPassword, lock.password)) return true;
  const proof = proofOf(lock);
  return actor.unlocks.some((given) => sameSecret(given, proof));
};

/** Whether this caller has given the password of every lock. */
export const isUnlocked = (locks: readonly Lock[], actor: Actor): boolean => locks.every((lock) => isOpen(lock, actor));
