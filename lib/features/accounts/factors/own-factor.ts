import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { type AttemptKey, attemptKeys, loginAttempts } from "../../../services/limits/attempts";
import { type AppError, invalid, notFound } from "../../../core/errors";
import { engine } from "../../../core/operation";
import { keysOfOwner } from "../passwords/known-browsers";

export type OwnFactor = { userId: number; username: string; mfaType: string; mfaKey: string | null };

/** The signed-in account with its second factor. */
export async function ownAccount(actor: Actor): Promise<OwnFactor> {
  if (actor.id === null) throw notFound();
  const [row] = await engine()
    .reader.select({ userId: users.id, username: users.username, mfaType: users.mfaType, mfaKey: users.mfaKey })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!row) throw notFound();
  return row;
}

/** Guesses by a signed-in actor count for the account, wherever they come from; they do not lock its owner out. */
const guessKeys = (actor: Actor): AttemptKey[] => [
  { name: `second factor of ${actor.id}`, most: 5, clears: true },
  ...keysOfOwner(actor, actor.id ?? 0, "second factor", attemptKeys(`second factor of ${actor.id}`, actor.ip)),
];

/** Runs one guess at a code as a counted attempt; null from `use` is a wrong or used code. */
export async function guessed<T>(
  actor: Actor,
  refusal: () => Promise<AppError> | AppError,
  use: () => Promise<T | null>,
): Promise<T> {
  const answer = await loginAttempts.attempt(guessKeys(actor), use, (result) =>
    result === null ? "failed" : "passed",
  );
  if (answer === null) throw await refusal();
  return answer;
}

export const wrongCode = () =>
  invalid("authcode", "wrong_code", "This code is wrong or was already used. Wait for the next one.");
