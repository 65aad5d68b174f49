import { and, count, eq } from "drizzle-orm";
import { columnsFrom, type Database } from "../../../../db";
import { users } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { endSessionsOf } from "../sessions/sessions";
import { endTokensOf } from "../tokens/tokens";
import { isOtherRole } from "../../../core/access";
import { AppError, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { userColumns } from "./queries";
import { user, userChanges, userPath } from "../schema";

async function keepAnAdmin(db: Database): Promise<void> {
  const [row] = await db
    .select({ left: count() })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.suspended, false)));
  if (row?.left === 0)
    throw new AppError("conflict", "This is the last administrator. Make somebody else one first.", {
      reason: "last_administrator",
    });
}

async function endAccess(db: Database, userId: number): Promise<void> {
  await endSessionsOf(db, userId);
  await endTokensOf(db, userId);
}

/**
 * Changes an account's role or title, suspends it, or lifts that; a new role and a suspension end its sessions and
 * tokens.
 */
export const updateUser = mutation("updateUser", {
  can: "manage users",
  input: userChanges,
  output: user,
  example: { userId: 1, role: "AUTHOR", suspended: false },
  // No page shows a role, a title or a suspension.
  touches: () => [],
  about: ({ role, suspended }, { id, username }) => {
    const changes = [
      role && `the role ${role}`,
      suspended === true && "suspended",
      suspended === false && "not suspended",
    ]
      .filter(Boolean)
      .join(", ");
    return { subject: `user:${id}`, summary: `The account "${username}" was changed${changes && `: ${changes}`}.` };
  },
  run: async ({ db, now }, { userId, role, suspended, ...given }) => {
    const [before] = await db
      .select({ role: users.role, suspended: users.suspended })
      .from(users)
      .where(eq(users.id, userId));
    if (!before) throw notFound();
    const [row] = await db
      .update(users)
      .set({
        ...columnsFrom(given, users),
        role: role ?? undefined,
        suspended: suspended ?? undefined,
        updateTime: now,
      })
      .where(eq(users.id, userId))
      .returning(userColumns);
    if (!row) throw notFound();
    await recordReferences(db, "user", row.id, row);
    await keepAnAdmin(db);
    if (isOtherRole(row.role, before.role) || row.suspended) await endAccess(db, userId);
    return row;
  },
});

/** Deletes an account. Its texts stay, without an author. */
export const deleteUser = mutation("deleteUser", {
  can: "manage users",
  input: userPath,
  output: nothing,
  touches: () => ["users"],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "The account was deleted." }),
  run: async ({ db }, { userId }) => {
    const [row] = await db.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
    if (!row) throw notFound();
    await keepAnAdmin(db);
  },
});
