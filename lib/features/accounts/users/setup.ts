import { users } from "../../../../db/schema";
import { hashNewPassword } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { engine, mutation } from "../../../core/operation";
import { claimSite, installedAlready, optionsOfSetup, touchedBy } from "./installation";
import { isInstalled } from "./installed";
import { userColumns } from "./queries";
import { siteSetup, user } from "../schema";

/** Installs the site from its own pages: the first account, the site's name, language and look, in one transaction. */
export const setUpSite = mutation("setUpSite", {
  can: "install the site",
  input: siteSetup,
  output: user,
  touches: (input) => touchedBy(optionsOfSetup(input)),
  about: (_input, { id, username }) => ({
    subject: `user:${id}`,
    summary: `The site was set up, with the account "${username}".`,
  }),
  // Checked before hashing, so that strangers cannot make an installed site work for nothing.
  gate: async () => {
    if (await isInstalled(engine().reader)) throw installedAlready();
  },
  prepare: async ({ password, ...owner }, actor) => hashNewPassword(password, owner, await askerFor(actor)),
  run: async ({ db, now }, input, passwordHash) => {
    await claimSite(db, optionsOfSetup(input), now);
    const { username, nickname, email, locale } = input;
    const [row] = await db
      .insert(users)
      .values({ username, nickname, email, locale, passwordHash, role: "ADMIN", createTime: now, updateTime: now })
      .returning(userColumns);
    if (!row) throw new Error("No row came back.");
    return row;
  },
});
