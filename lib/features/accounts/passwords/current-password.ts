import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { attemptKeys, loginAttempts } from "../../../services/limits/attempts";
import { AppError, invalid, notFound } from "../../../core/errors";
import { keysOfOwner } from "./known-browsers";
import { engine } from "../../../core/operation";
import { hashNewPassword, type Owner } from "./new-password";
import { askerFor } from "./known-networks";
import { type Asker, verifyPassword } from "./password";

/**
 * An account whose owner has just given the current password; `passwordHash` must be unchanged when something is
 * stored.
 */
export type ProvenAccount = Required<Owner> & { passwordHash: string };

/** The API sends it in `X-Current-Password`. */
export function passwordNeeded(code: "required" | "wrong_password"): AppError {
  const message =
    code === "required" ? "To change this, send your current password." : "This is not your current password.";
  return new AppError("forbidden", message, {
    reason: "current_password_needed",
    errors: [{ field: "currentPassword", code, message }],
  });
}

/**
 * Checks the current password as a counted attempt; null for a wrong one. `within` another attempt of the same actor it
 * counts for the account alone: that one has a place of their network already, and as many as there are would wait for
 * each other for good.
 */
export async function provenAccount(
  actor: Actor,
  current: string,
  { within = false } = {},
): Promise<ProvenAccount | null> {
  const { id } = actor;
  if (id === null) throw notFound();
  const keys = keysOfOwner(actor, id, "password", attemptKeys(`password of ${id}`, actor.ip));
  return loginAttempts.attempt(
    within ? keys.filter(({ clears }) => clears) : keys,
    async () => {
      const [row] = await engine()
        .reader.select({
          username: users.username,
          nickname: users.nickname,
          email: users.email,
          passwordHash: users.passwordHash,
        })
        .from(users)
        .where(eq(users.id, id));
      const isRight = await verifyPassword(current, row?.passwordHash ?? null, await askerFor(actor));
      return isRight && row && row.passwordHash !== null ? { ...row, passwordHash: row.passwordHash } : null;
    },
    (account) => (account === null ? "failed" : "passed"),
  );
}

/** The same, refusing with `forbidden` where the password is missing or wrong. */
export async function provenOwner(
  actor: Actor,
  current: string | undefined,
  where?: { within: boolean },
): Promise<ProvenAccount> {
  if (current === undefined) throw passwordNeeded("required");
  const account = await provenAccount(actor, current, where);
  if (!account) throw passwordNeeded("wrong_password");
  return account;
}

/** The hash of a new password; the same password again is refused on `field`. */
export async function changedPassword(
  owner: Owner,
  { before, after }: { before: string; after: string },
  field: string,
  asker: Asker,
): Promise<string> {
  if (before === after) throw invalid(field, "unchanged", "This is already your password. Choose a new one.");
  return hashNewPassword(after, owner, asker, field);
}
