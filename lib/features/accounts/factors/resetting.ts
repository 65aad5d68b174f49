import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import { AppError, invalid, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { userPath } from "../schema";
import { tellOwner } from "../users/notices";
import { endRecoveryCodes } from "./recovery-codes";

/**
 * Turns off the second factor of somebody who lost phone and recovery codes, who is mailed about it. One's own needs a
 * code of it, so that a browser left open cannot be made weaker.
 */
export const resetFactor = mutation("resetFactor", {
  can: "manage users",
  input: userPath,
  output: nothing,
  refusals: ["conflict"],
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "The second factor of this account was turned off." }),
  run: async ({ db, actor, now }, { userId }) => {
    if (userId === actor.id)
      throw new AppError("conflict", "Turn off your own second factor under Security, with a code of it.", {
        reason: "own_factor",
      });
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    if (row.mfaType === "NONE") throw invalid("mfaType", "wrong_value", "The second factor is not turned on.");
    await db
      .update(users)
      .set({ mfaType: "NONE", mfaKey: null, lastTotpStep: null, updateTime: now })
      .where(eq(users.id, userId));
    await endRecoveryCodes(db, userId);
    await tellOwner(db, actor, row, "factorOff");
  },
});
