import { eq, type SQL } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { lower } from "../../db/dialect";
import { users } from "../../db/schema";
import { notFound } from "../core/errors";
import { noInput } from "../core/fields";
import { query } from "../core/operation";
import { nameKey, user } from "./schema";

/** What may leave of an account; the password hash is not among it. */
export const userColumns = {
  id: users.id,
  username: users.username,
  nickname: users.nickname,
  email: users.email,
  title: users.title,
  avatar: users.avatar,
  description: users.description,
  locale: users.locale,
  url: users.url,
  role: users.role,
  mfaType: users.mfaType,
  suspended: users.suspended,
  createTime: users.createTime,
  lastLoginTime: users.lastLoginTime,
};

/** The condition that finds an account by its username or e-mail, ignoring case. */
export const named = (name: string): SQL => eq(lower(name.includes("@") ? users.email : users.username), nameKey(name));

/** Whether the site has a user; until then anyone may install it. */
export async function isInstalled(db: Database): Promise<boolean> {
  const rows = await prepared(db, "is-installed", (on) => on.select({ id: users.id }).from(users).limit(1)).execute();
  return rows.length > 0;
}

/** The account of whoever is signed in. */
export const getProfile = query("getProfile", {
  can: "be signed in",
  input: noInput,
  output: user,
  reads: () => ["users"],
  run: async ({ actor, db }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db.select(userColumns).from(users).where(eq(users.id, actor.id));
    if (!row) throw notFound();
    return row;
  },
});
