import { columnsFrom } from "../../../../db";
import { users } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { createCode, INVITATION_LIFETIME_S } from "../tokens/codes";
import { hashNewPassword } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { authorize } from "../../../core/access";
import { invalid } from "../../../core/errors";
import { engine, mutation } from "../../../core/operation";
import { queueMail } from "../../../services/mail/queue";
import { addressOf, readOptions } from "../../../services/settings/reading";
import { claimSite, optionsOfAccount, touchedBy } from "./installation";
import { isInstalled } from "./installed";
import { userColumns } from "./queries";
import { createdUser, newUser } from "../schema";
import { taken, takenBy } from "./taken";

/** Makes an account. While the site has none, this installs it and is open to anyone; later it needs an ADMIN. */
export const createUser = mutation("createUser", {
  can: "install the site",
  input: newUser,
  output: createdUser,
  example: {
    username: "grace",
    nickname: "Grace Hopper",
    email: "grace@example.org",
    title: "Rear Admiral",
    role: "EDITOR",
    password: "a ship in port is safe",
  },
  // The answer for strangers once the site is installed.
  refusals: ["forbidden"],
  about: (_input, { id, username, role }) => ({
    subject: `user:${id}`,
    summary: `The account "${username}" was created with the role ${role}.`,
  }),
  // Checked before hashing, so that strangers cannot make an installed site work for nothing.
  gate: async (actor) => {
    if (await isInstalled(engine().reader)) authorize(actor, "manage users");
  },
  prepare: async ({ password, ...owner }, actor) => {
    const installing = !(await isInstalled(engine().reader));
    if (!installing) authorize(actor, "manage users");
    else if (password == null) throw invalid("password", "required", "The first user needs a password.");
    return {
      installing,
      passwordHash: password == null ? null : await hashNewPassword(password, owner, await askerFor(actor)),
    };
  },
  // Pages show that the site is installed, and what it is called.
  touches: (input, _output, { installing }) => (installing ? touchedBy(optionsOfAccount(input)) : []),
  run: async ({ db, now }, input, { installing, passwordHash }) => {
    if (installing) await claimSite(db, optionsOfAccount(input), now);
    // At the installation title and url belong to the site.
    const [row] = await db
      .insert(users)
      .values({
        ...columnsFrom(input, users, ["title", "url", "role"]),
        passwordHash,
        role: installing ? "ADMIN" : (input.role ?? "AUTHOR"),
        title: installing ? "" : input.title,
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
