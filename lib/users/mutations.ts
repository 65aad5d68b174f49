import { users } from "../../db/schema";
import { recordReferences } from "../references/recording";
import { createCode, INVITATION_LIFETIME_S } from "../auth/codes";
import { hashNewPassword } from "../auth/new-password";
import { authorize } from "../core/access";
import { invalid } from "../core/errors";
import { engine, mutation } from "../core/operation";
import { queueMail } from "../mail/queue";
import { addressOf, readOptions } from "../options/queries";
import { claimSite, optionsOfAccount } from "./installation";
import { isInstalled } from "./installed";
import { userColumns } from "./queries";
import { createdUser, newUser } from "./schema";
import { taken, takenBy } from "./taken";

/** Makes an account: while the site has none that is its installation, open to anyone; afterwards an ADMIN's. */
export const createUser = mutation("createUser", {
  can: "install the site",
  input: newUser,
  output: createdUser,
  touches: () => ["site", "users"],
  about: (_input, { id, username, role }) => ({
    subject: `user:${id}`,
    summary: `The account "${username}" was made with the role ${role}.`,
  }),
  // Asked before the hash, so that a stranger cannot make an installed site work for nothing.
  gate: async (actor) => {
    if (await isInstalled(engine().reader)) authorize(actor, "manage users");
  },
  prepare: async ({ password, ...owner }, actor) => {
    const installing = !(await isInstalled(engine().reader));
    if (!installing) authorize(actor, "manage users");
    else if (password == null) throw invalid("password", "required", "The first user needs a password.");
    return { installing, passwordHash: password == null ? null : await hashNewPassword(password, owner) };
  },
  run: async ({ db, now }, input, { installing, passwordHash }) => {
    if (installing) await claimSite(db, optionsOfAccount(input), now);
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
    if (!row) throw takenBy(await taken(db, input));
    await recordReferences(db, "user", row.id, row, { isNew: true });
    if (passwordHash !== null) return row;
    const code = await createCode(db, row.id, "set-password", now, INVITATION_LIFETIME_S);
    const link = `${addressOf(await readOptions(db))}/set-password?code=${code}`;
    const mailed = await queueMail(db, {
      to: row.email,
      template: "account",
      locale: row.locale,
      data: { username: row.username, link },
    });
    return mailed ? row : { ...row, setPasswordCode: code };
  },
});
