import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { invitations } from "../../../../db/schema";
import { INVITATION_LIFETIME_S } from "../tokens/codes";
import { hashOf } from "../tokens/tokens";
import { notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { queueMail } from "../../../services/mail/queue";
import { addressOf, readOptions } from "../../../services/settings/reading";
import { invitationColumns } from "../users/queries";
import { createdInvitation, invitationPath, nameKey, newInvitation } from "../schema";

/**
 * Makes an invitation for a role, valid for 7 days and one use; mailed where it has an address and the site sends mail.
 */
export const createInvitation = mutation("createInvitation", {
  can: "manage users",
  input: newInvitation,
  output: createdInvitation,
  example: { role: "AUTHOR", email: "grace@example.org" },
  touches: () => [],
  about: (_input, { id, role, email }) => ({
    subject: `invitation:${id}`,
    summary: `An invitation with the role ${role} was made${email === null ? "" : ` for ${email}`}.`,
  }),
  run: async ({ db, actor, now }, { role, email }) => {
    const code = randomBytes(16).toString("base64url");
    const expireTime = new Date(now.getTime() + INVITATION_LIFETIME_S * 1000);
    const [row] = await db
      .insert(invitations)
      .values({
        hash: hashOf(code),
        role: role ?? "AUTHOR",
        email: email == null ? null : nameKey(email),
        createdBy: actor.id,
        createTime: now,
        expireTime,
      })
      .returning(invitationColumns);
    if (!row) throw new Error("No row came back.");
    const link = `${addressOf(await readOptions(db))}/register?code=${code}`;
    const mailed =
      email != null && (await queueMail(db, { to: email, template: "invitation", data: { role: row.role, link } }));
    return { ...row, usedByNickname: null, code, mailed };
  },
});

/** Deletes an invitation; of a used one only the record. */
export const deleteInvitation = mutation("deleteInvitation", {
  can: "manage users",
  input: invitationPath,
  output: nothing,
  touches: () => [],
  about: ({ invitationId }) => ({ subject: `invitation:${invitationId}`, summary: "The invitation was taken back." }),
  run: async ({ db }, { invitationId }) => {
    const [row] = await db
      .delete(invitations)
      .where(eq(invitations.id, invitationId))
      .returning({ id: invitations.id });
    if (!row) throw notFound();
  },
});
