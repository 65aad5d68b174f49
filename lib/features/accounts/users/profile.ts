import { and, eq } from "drizzle-orm";
import { columnsFrom } from "../../../../db";
import { users } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { endCodesOf } from "../tokens/codes";
import { changedPassword, passwordNeeded, provenOwner } from "../passwords/current-password";
import { refuseWeak } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { tellOwner } from "./notices";
import { endSessionsOf } from "../sessions/sessions";
import { endTokensOf } from "../tokens/tokens";
import { AppError, notFound } from "../../../core/errors";
import { engine, mutation } from "../../../core/operation";
import { shared } from "../../../core/shared";
import { SharedRate } from "../../../services/limits/rate";
import { getProfile, userColumns } from "./queries";
import { nameKey, profileChanges, user } from "../schema";
import { taken, takenBy } from "./taken";

/** Changes of one profile: each makes every page stale that names an author, and anybody may register. */
const changes = shared("profile changes", () => new SharedRate("profile changes", "changes of this profile", 30));

/** Whether two addresses differ in more than spelling. */
const isAnother = (before: string, wanted: string) => nameKey(before) !== nameKey(wanted);

const changedElsewhere = () =>
  new AppError("conflict", "Your password was changed elsewhere at this moment. Please try again.", {
    reason: "password_changed_elsewhere",
  });

/**
 * Changes one's own account. A new password or e-mail address needs the current password; a new password signs out
 * every other browser and program.
 */
export const updateProfile = mutation("updateProfile", {
  can: "be signed in",
  input: profileChanges,
  output: user,
  example: {
    username: "ada",
    nickname: "Ada Lovelace",
    email: "ada@example.org",
    description: "Writes programs for machines to come.",
  },
  // Their name and picture stand under their texts.
  touches: () => ["users"],
  about: (_input, { id, username }) => ({
    subject: `user:${id}`,
    summary: `The profile of "${username}" was changed.`,
  }),
  gate: async ({ id }) => changes.take(String(id)),
  prepare: async (
    { password, currentPassword, ...wanted },
    actor,
  ): Promise<{ before: string; after: string } | null> => {
    const [own] =
      actor.id === null
        ? []
        : await engine().reader.select({ email: users.email }).from(users).where(eq(users.id, actor.id));
    if (!own) throw notFound();
    if (password == null && !isAnother(own.email, wanted.email)) return null;
    const account = await provenOwner(actor, currentPassword);
    const before = account.passwordHash;
    if (password == null) return { before, after: before };
    // Neither the present name and address nor the new ones.
    const asker = await askerFor(actor);
    await refuseWeak(password, account, "password", asker);
    return {
      before,
      after: await changedPassword(wanted, { before: currentPassword ?? "", after: password }, "password", asker),
    };
  },
  reread: (context) => getProfile.within(context, {}),
  run: async ({ db, actor, now }, input, change) => {
    if (actor.id === null) throw notFound();
    const [before] = await db
      .select({ username: users.username, email: users.email, locale: users.locale })
      .from(users)
      .where(eq(users.id, actor.id));
    if (!before) throw notFound();
    const isMoved = isAnother(before.email, input.email);
    if (isMoved && !change) throw passwordNeeded("required");
    const errors = await taken(db, input, actor.id);
    if (errors.length > 0) throw takenBy(errors);
    const [row] = await db
      .update(users)
      .set({
        ...columnsFrom(input, users),
        ...(change && { passwordHash: change.after }),
        updateTime: now,
      })
      .where(and(eq(users.id, actor.id), change ? eq(users.passwordHash, change.before) : undefined))
      .returning(userColumns);
    if (!row) throw change ? changedElsewhere() : notFound();
    await recordReferences(db, "user", row.id, row);
    if (isMoved) await tellOwner(db, before, "emailChanged");
    if (change && change.after !== change.before) {
      await tellOwner(db, before, "passwordChanged");
      await endSessionsOf(db, actor.id, actor.sessionId);
      await endTokensOf(db, actor.id, actor.tokenId);
    }
    // A code in the mails of the earlier address opens nothing any more.
    if (isMoved || (change && change.after !== change.before)) await endCodesOf(db, actor.id);
    return row;
  },
});
