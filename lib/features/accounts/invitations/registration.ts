import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { invitations, users } from "../../../../db/schema";
import { hashNewPassword } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { hashOf } from "../tokens/tokens";
import { attemptKeys, loginAttempts } from "../../../services/limits/attempts";
import { invalid } from "../../../core/errors";
import { engine, mutation, procedure } from "../../../core/operation";
import { userColumns } from "../users/queries";
import { guessesAtCodeOf, isMailedCode, isSixDigits, useMailedCode } from "./registration-codes";
import { admittedUser, nameKey, registration, user, type Registration } from "../schema";
import { taken, takenBy } from "../users/taken";

const wrongCode = () =>
  invalid(
    "code",
    "wrong_code",
    "This code is wrong, expired, already used, or for another address. Ask for a new one.",
  );

const openFor = ({ code, email }: Pick<Registration, "code" | "email">, now: Date) =>
  and(
    eq(invitations.hash, hashOf(code)),
    isNull(invitations.usedTime),
    gt(invitations.expireTime, now),
    or(isNull(invitations.email), eq(invitations.email, nameKey(email))),
  );

type Admission = { role: string; invitationId: number | null };

async function useInvitation(
  db: Database,
  input: Pick<Registration, "code" | "email">,
  now: Date,
): Promise<Admission | null> {
  const [used] = await db
    .update(invitations)
    .set({ usedTime: now })
    .where(openFor(input, now))
    .returning({ id: invitations.id, role: invitations.role });
  return used ? { role: used.role, invitationId: used.id } : null;
}

/** Makes an account with an invitation or a mailed code. Each works once: of several simultaneous uses one wins. */
export const register = procedure("register", {
  can: "sign in",
  input: registration,
  output: user,
  example: {
    code: "the code of the invitation",
    username: "grace",
    email: "grace@example.org",
    password: "a ship in port is safe",
  },
  run: async ({ actor }, input) => {
    const made = await loginAttempts.attempt(
      [guessesAtCodeOf(input.email, actor.ip), ...attemptKeys("registration", actor.ip)],
      async () => {
        // Checked before hashing, so that strangers cannot make the site work for nothing.
        const [there] = await engine()
          .reader.select({ id: invitations.id })
          .from(invitations)
          .where(openFor(input, new Date()));
        if (!there && !(await isMailedCode(actor, input))) return null;
        const { password, ...rest } = input;
        return storeRegistration(actor, {
          ...rest,
          passwordHash: await hashNewPassword(password, rest, await askerFor(actor)),
        });
      },
      (result) => (result === null ? "failed" : "passed"),
    );
    if (made === null) throw wrongCode();
    return made;
  },
});

const storeRegistration = mutation("register", {
  can: "sign in",
  input: admittedUser,
  output: user.nullable(),
  touches: () => [],
  about: ({ code }, row) =>
    row
      ? {
          subject: `user:${row.id}`,
          summary: `"${row.username}" registered with ${isSixDigits(code) ? "a mailed code" : "an invitation"} and the role ${row.role}.`,
        }
      : { subject: "user:unknown", summary: "A code to register was used twice." },
  run: async ({ db, now }, input) => {
    const admission = (await useInvitation(db, input, now)) ?? (await useMailedCode(db, input, now));
    if (!admission) return null;
    const { username, nickname = username, email, passwordHash } = input;
    const [row] = await db
      .insert(users)
      .values({ username, nickname, email, passwordHash, role: admission.role, createTime: now, updateTime: now })
      .onConflictDoNothing()
      .returning(userColumns);
    // Everything is rolled back, so the code can be used with another name.
    if (!row) throw takenBy(await taken(db, input));
    if (admission.invitationId !== null)
      await db.update(invitations).set({ usedBy: row.id }).where(eq(invitations.id, admission.invitationId));
    return row;
  },
});
