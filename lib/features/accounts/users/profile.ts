import { and, eq } from "drizzle-orm";
import { columnsFrom, type Database } from "../../../../db";
import { journals, posts, sheets, users } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { endCodesOf } from "../tokens/codes";
import { changedPassword, passwordNeeded, provenOwner } from "../passwords/current-password";
import { refuseWeak } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { tellOwner } from "./notices";
import { endSessionsOf } from "../sessions/sessions";
import { endTokensOf } from "../tokens/tokens";
import { type Actor, isStaff } from "../../../core/access";
import { AppError, notFound } from "../../../core/errors";
import { engine, mutation } from "../../../core/operation";
import { shared } from "../../../core/shared";
import { SharedRate } from "../../../services/limits/rate";
import { getProfile, userColumns } from "./queries";
import { nameKey, profileChanges, user } from "../schema";
import { taken, takenBy } from "./taken";

/** Changes of one profile, each of which makes every page stale that names an author. */
const changes = shared("profile changes", () => new SharedRate("profile changes", "changes of this profile", 30));
/**
 * Those of readers that pages show: their pictures, beside their comments. Anybody may be one where registration is open,
 * and all kept pages would be made anew each time.
 */
const pictures = shared(
  "pictures of readers",
  () => new SharedRate("pictures of readers", "new pictures", 5, 60 * 60 * 1000),
);

/** Whether somebody has written a text, under which their name stands. */
async function hasWritten(db: Database, authorId: number): Promise<boolean> {
  for (const table of [posts, sheets, journals]) {
    const [text] = await db.select({ id: table.id }).from(table).where(eq(table.authorId, authorId)).limit(1);
    if (text) return true;
  }
  return false;
}

/** Whether pages show anything of a change; of readers so few changes that they do. */
async function isShown(
  actor: Actor & { id: number },
  before: { avatar: string },
  wanted: { avatar?: string | null | undefined },
): Promise<boolean> {
  if (isStaff(actor) || (await hasWritten(engine().reader, actor.id))) return true;
  if (wanted.avatar === undefined || (wanted.avatar ?? "") === before.avatar) return false;
  await pictures.takeNetwork(actor.ip);
  return true;
}

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
  about: (_input, { id, username }) => ({
    subject: `user:${id}`,
    summary: `The profile of "${username}" was changed.`,
  }),
  gate: async ({ id }) => changes.take(String(id)),
  prepare: async (
    { password, currentPassword, ...wanted },
    actor,
  ): Promise<{ isSeen: boolean; change: { before: string; after: string } | null }> => {
    const { id } = actor;
    const columns = { email: users.email, avatar: users.avatar };
    const [own] = id === null ? [] : await engine().reader.select(columns).from(users).where(eq(users.id, id));
    if (id === null || !own) throw notFound();
    const isSeen = await isShown({ ...actor, id }, own, wanted);
    if (password == null && !isAnother(own.email, wanted.email)) return { isSeen, change: null };
    const account = await provenOwner(actor, currentPassword);
    const before = account.passwordHash;
    if (password == null) return { isSeen, change: { before, after: before } };
    // Neither the present name and address nor the new ones.
    const asker = await askerFor(actor);
    await refuseWeak(password, account, "password", asker);
    const after = await changedPassword(wanted, { before: currentPassword ?? "", after: password }, "password", asker);
    return { isSeen, change: { before, after } };
  },
  // Their name and picture stand under their texts.
  touches: (_input, _output, { isSeen }) => (isSeen ? ["users"] : []),
  reread: (context) => getProfile.within(context, {}),
  run: async ({ db, actor, now }, input, { change }) => {
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
    if (isMoved) await tellOwner(db, actor, before, "emailChanged");
    if (change && change.after !== change.before) {
      await tellOwner(db, actor, before, "passwordChanged");
      await endSessionsOf(db, actor.id, actor.sessionId);
      await endTokensOf(db, actor.id, actor.tokenId);
    }
    // A code in the mails of the earlier address opens nothing any more.
    if (isMoved || (change && change.after !== change.before)) await endCodesOf(db, actor.id);
    return row;
  },
});
