import { and, eq } from "drizzle-orm";
import { users } from "../../db/schema";
import { recordUsages } from "../attachments/recording";
import { endCodesOf } from "../auth/codes";
import { checkedChange, type PasswordChange } from "../auth/current-password";
import { endSessionsOf } from "../auth/sessions";
import { endTokensOf } from "../auth/tokens";
import { AppError, notFound } from "../core/errors";
import { mutation } from "../core/operation";
import { userColumns } from "./queries";
import { profileChanges, user } from "./schema";
import { taken, takenBy } from "./taken";

const passwordNeeded = () => new AppError("forbidden", "To set another password, the one in use now is needed.", { reason: "current_password_needed" });

/** Changes one's own account. A new password needs the one in use now and signs out every other browser and program. */
export const updateProfile = mutation("updateProfile", {
  can: "be signed in",
  input: profileChanges,
  output: user,
  // Their name and picture stand under their texts.
  touches: () => ["users", "posts"],
  about: (_input, { id, username }) => ({ subject: `user:${id}`, summary: `The profile of "${username}" was changed.` }),
  prepare: async ({ password, currentPassword }, actor): Promise<PasswordChange | null> => {
    if (password == null) return null;
    const change = currentPassword === undefined ? null : await checkedChange(actor, currentPassword, password, "password");
    if (!change) throw passwordNeeded();
    return change;
  },
  run: async ({ db, actor, now }, input, change) => {
    if (actor.id === null) throw notFound();
    const errors = await taken(db, input, actor.id);
    if (errors.length > 0) throw takenBy(errors);
    const [row] = await db
      .update(users)
      .set({
        username: input.username,
        nickname: input.nickname,
        email: input.email,
        avatar: input.avatar === null ? "" : input.avatar,
        description: input.description === null ? "" : input.description,
        ...(change && { passwordHash: change.after }),
        updateTime: now,
      })
      .where(and(eq(users.id, actor.id), change ? eq(users.passwordHash, change.before) : undefined))
      .returning(userColumns);
    if (!row) throw change ? new AppError("conflict", "Your password was changed elsewhere at this moment. Please try again.", { reason: "password_changed_elsewhere" }) : notFound();
    await recordUsages(db, "user", row.id, row);
    if (change) {
      await endSessionsOf(db, actor.id, actor.sessionId);
      await endTokensOf(db, actor.id, actor.tokenId);
      await endCodesOf(db, actor.id);
    }
    return row;
  },
});
