import { and, count, eq, isNull, ne } from "drizzle-orm";
import { columnsFrom, type Database } from "../../../../db";
import { invitations, users } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { endSessionsOf } from "../sessions/sessions";
import { endHandedCodes } from "../tokens/codes";
import { endTokensOf } from "../tokens/tokens";
import { can, isOtherRole, type Role, visitor } from "../../../core/access";
import { AppError, invalid, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation, query } from "../../../core/operation";
import { countBelongings, handingOver } from "./belongings";
import { getUser, userColumns } from "./queries";
import { user, userRemoval, userChanges, userPath, userDeletion } from "../schema";

async function keepAnAdmin(db: Database): Promise<void> {
  const [row] = await db
    .select({ left: count() })
    .from(users)
    .where(and(eq(users.role, "ADMIN"), eq(users.suspended, false)));
  if (row?.left === 0)
    throw new AppError("conflict", "This is the last administrator. Make somebody else an administrator first.", {
      reason: "last_administrator",
    });
}

/**
 * Takes back what an administrator could give to others and may have kept: open invitations, and the codes for new
 * passwords that were handed over, of which nobody notes who did.
 */
async function endGivenBy(db: Database, userId: number, role: string): Promise<void> {
  await db.delete(invitations).where(and(eq(invitations.createdBy, userId), isNull(invitations.usedTime)));
  if (can({ ...visitor, role: role as Role }, "manage users")) await endHandedCodes(db);
}

/** Ends what an account of this role opens; at once, whatever was made before. */
async function endAccess(db: Database, userId: number, role: string): Promise<void> {
  await endSessionsOf(db, userId);
  await endTokensOf(db, userId);
  await endGivenBy(db, userId, role);
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
  reread: (context, { userId }) => getUser.within(context, { userId }),
  run: async ({ db, actor, now }, { userId, role, suspended, ...given }) => {
    if (suspended === true && userId === actor.id)
      throw new AppError("conflict", "You cannot suspend your own account. Another administrator can.", {
        reason: "own_account",
      });
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
    if (isOtherRole(row.role, before.role) || row.suspended) await endAccess(db, userId, before.role);
    return row;
  },
});

/** The most accounts to choose an heir from. */
const MOST_HEIRS = 200;

/** What an account owns and who may get it, for the question before it is deleted. */
export const getUserRemoval = query("getUserRemoval", {
  can: "manage users",
  input: userPath,
  output: userRemoval,
  run: async ({ db }, { userId }) => {
    const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    const heirs = await db
      .select({ id: users.id, nickname: users.nickname })
      .from(users)
      .where(and(ne(users.id, userId), ne(users.role, "SUBSCRIBER"), eq(users.suspended, false)))
      .orderBy(users.nickname)
      .limit(MOST_HEIRS);
    return { ...(await countBelongings(db, userId)), heirs };
  },
});

/** Deletes an account. Its texts and files go to the `heir`; without one they stay, without an author. */
export const deleteUser = mutation("deleteUser", {
  can: "manage users",
  input: userDeletion,
  output: nothing,
  refusals: ["conflict"],
  touches: () => ["users"],
  about: ({ userId, heir }) => ({
    subject: `user:${userId}`,
    summary: `The account was deleted.${heir === undefined ? "" : ` Its texts and files belong to user:${heir} now.`}`,
  }),
  run: async ({ db }, { userId, heir }) => {
    if (heir !== undefined) {
      const [known] = await db.select({ id: users.id }).from(users).where(eq(users.id, heir));
      if (!known || heir === userId)
        throw invalid("heir", "wrong_value", "Choose another account that exists, or none.");
      for (const handOver of handingOver.get()) await handOver(db, userId, heir);
    }
    const [before] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
    if (!before) throw notFound();
    await endGivenBy(db, userId, before.role);
    await db.delete(users).where(eq(users.id, userId));
    await keepAnAdmin(db);
  },
});
