import { and, eq, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { users } from "../../../../db/schema";
import { importingInto } from "../../references/importing";
import { nameKey, newUser, storedName } from "../schema";
import { countBelongings } from "./belongings";

/** Accounts from another system. */
export const importedUsers = importingInto("user", users);

/** An account by its e-mail address, or else by its user name; null without one. */
export async function findAccount(
  db: Database,
  { email, username }: { email: string; username: string },
): Promise<{ id: number; username: string } | null> {
  const rows = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(or(eq(lower(users.email), nameKey(email)), eq(lower(users.username), nameKey(username))));
  return rows.find((row) => email !== "" && nameKey(row.email) === nameKey(email)) ?? rows[0] ?? null;
}

/** Whether a user name is free. */
export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(lower(users.username), nameKey(username)));
  return rows.length > 0;
}

/** An e-mail address in its stored form; null where it is none. */
export function readableEmail(email: string): string | null {
  const parsed = newUser.shape.email.safeParse(email.trim());
  return parsed.success ? parsed.data : null;
}

/** A user name that this site allows, made of another one. */
export function fittingUsername(given: string): string {
  const first = given.includes("@") ? (given.split("@")[0] ?? "") : given;
  const plain = first.replace(/[\s@\p{Cc}\p{Cf}\p{Co}]+/gu, "-").replace(/^-+|(?<!-)-+$/g, "");
  return storedName(Array.from(plain).slice(0, 50).join("")) || "user";
}

/** Whether somebody has signed in to it, or it owns anything. */
export async function isAccountUsed(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .select({ lastLoginTime: users.lastLoginTime })
    .from(users)
    .where(and(eq(users.id, id)));
  if (!row) return false;
  if (row.lastLoginTime !== null) return true;
  return Object.values(await countBelongings(db, id)).some((count) => count > 0);
}
