import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { countRecoveryCodes } from "./recovery-codes";
import { security } from "../credentials-schema";

/** How one's own account is protected. */
export const getSecurity = query("getSecurity", {
  can: "be signed in",
  input: noInput,
  output: security,
  run: async ({ db, actor }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db.select({ mfaType: users.mfaType }).from(users).where(eq(users.id, actor.id));
    if (!row) throw notFound();
    return { ...row, recoveryCodesLeft: await countRecoveryCodes(db, actor.id) };
  },
});
