import { eq } from "drizzle-orm";
import type { Database } from "../../db";
import { lower } from "../../db/dialect";
import { users } from "../../db/schema";
import { createCode, INVITATION_LIFETIME_S } from "../auth/codes";
import { hashPassword } from "../auth/password";
import { authorize } from "../core/access";
import { AppError, type FieldError, invalid } from "../core/errors";
import { engine, mutation } from "../core/operation";
import { claimSite } from "./installation";
import { isInstalled, userColumns } from "./queries";
import { createdUser, nameKey, type NewUser, newUser } from "./schema";

/** Which of the two unique fields somebody else has, as one refusal that names them. */
async function taken(db: Database, input: NewUser): Promise<AppError> {
  const errors: FieldError[] = [];
  for (const [field, words] of [["username", "username"], ["email", "e-mail address"]] as const) {
    const [other] = await db.select({ id: users.id }).from(users).where(eq(lower(users[field]), nameKey(input[field])));
    if (other) errors.push({ field, code: "taken", message: `Somebody else has this ${words} already.` });
  }
  return new AppError("conflict", errors[0]?.message ?? "Somebody else has this name already.", { errors });
}

/** Makes an account: while the site has none that is its installation, open to anyone; afterwards an ADMIN's. */
export const createUser = mutation("createUser", {
  can: "install the site",
  input: newUser,
  output: createdUser,
  touches: () => ["site", "users"],
  about: (_input, { id, username, role }) => ({ subject: `user:${id}`, summary: `The account "${username}" was made with the role ${role}.` }),
  // Asked before the hash, so that a stranger cannot make an installed site work for nothing.
  gate: async (actor) => {
    if (await isInstalled(engine().reader)) authorize(actor, "manage users");
  },
  prepare: async ({ password }, actor) => {
    const installing = !(await isInstalled(engine().reader));
    if (!installing) authorize(actor, "manage users");
    else if (password == null) throw invalid("password", "required", "The first user needs a password.");
    return { installing, passwordHash: password == null ? null : await hashPassword(password) };
  },
  run: async ({ db, now }, input, { installing, passwordHash }) => {
    if (installing) await claimSite(db, input, now);
    // At the installation title and url are the site's, not the person's.
    const [row] = await db
      .insert(users)
      .values({
        username: input.username,
        nickname: input.nickname,
        email: input.email,
        passwordHash,
        role: installing ? "ADMIN" : (input.role ?? "AUTHOR"),
        title: installing ? "" : input.title,
        avatar: input.avatar ?? "",
        description: input.description ?? "",
        locale: input.locale ?? "",
        url: installing ? "" : (input.url ?? ""),
        createTime: now,
        updateTime: now,
      })
      .onConflictDoNothing()
      .returning(userColumns);
    if (!row) throw await taken(db, input);
    if (passwordHash !== null) return row;
    return { ...row, setPasswordCode: await createCode(db, row.id, "set-password", now, INVITATION_LIFETIME_S) };
  },
});
