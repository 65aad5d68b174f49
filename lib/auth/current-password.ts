import { eq } from "drizzle-orm";
import { users } from "../../db/schema";
import type { Actor } from "../core/access";
import { attemptKeys, loginAttempts } from "../core/attempts";
import { invalid, notFound } from "../core/errors";
import { engine } from "../core/operation";
import { hashPassword, verifyPassword } from "./password";

export type PasswordChange = { before: string; after: string };

/**
 * Checks the password in use as a counted attempt and hashes the new one. Null: the one in use is wrong. The same again is
 * refused on `field`. `before` is the hash that must still stand when `after` is stored.
 */
export async function checkedChange(actor: Actor, current: string, wanted: string, field: string): Promise<PasswordChange | null> {
  const { id } = actor;
  if (id === null) throw notFound();
  const before = await loginAttempts.attempt(
    attemptKeys(`password of ${id}`, actor.ip),
    async () => {
      const [row] = await engine().reader.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id));
      return (await verifyPassword(current, row?.hash ?? null)) ? (row?.hash ?? null) : null;
    },
    (hash) => (hash === null ? "failed" : "passed"),
  );
  if (before === null) return null;
  if (current === wanted) throw invalid(field, "unchanged", "This is the password you have already.");
  return { before, after: await hashPassword(wanted) };
}
