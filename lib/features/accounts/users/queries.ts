import { asc, desc, eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { lower } from "../../../../db/dialect";
import { invitations, users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { mailEnabled } from "../../../services/mail/queue";
import { readOption } from "../../../services/settings/reading";
import { invitation, nameKey, registrationState, user, userPath } from "../schema";

/** The answered fields of an account; the password hash is not among them. */
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

/** The condition for an account by username or e-mail, in any case. */
export const named = (name: string): SQL => eq(lower(name.includes("@") ? users.email : users.username), nameKey(name));

/** The signed-in account. */
export const getProfile = query("getProfile", {
  can: "be signed in",
  input: noInput,
  output: user,
  run: async ({ actor, db }) => {
    if (actor.id === null) throw notFound();
    const [row] = await db.select(userColumns).from(users).where(eq(users.id, actor.id));
    if (!row) throw notFound();
    return row;
  },
});

/** Every account, oldest first. */
export const listUsers = query("listUsers", {
  can: "manage users",
  input: noInput,
  output: z.array(user),
  run: ({ db }) => db.select(userColumns).from(users).orderBy(asc(users.id)),
});

/** One account. */
export const getUser = query("getUser", {
  can: "manage users",
  input: userPath,
  output: user,
  run: async ({ db }, { userId }) => {
    const [row] = await db.select(userColumns).from(users).where(eq(users.id, userId));
    if (!row) throw notFound();
    return row;
  },
});

/** The answered fields of an invitation; the hash of its code is not among them. */
export const invitationColumns = {
  id: invitations.id,
  role: invitations.role,
  email: invitations.email,
  createTime: invitations.createTime,
  expireTime: invitations.expireTime,
  usedTime: invitations.usedTime,
  usedBy: invitations.usedBy,
};

/** Invitations, newest first; their codes were shown once. */
export const listInvitations = query("listInvitations", {
  can: "manage users",
  input: noInput,
  output: z.array(invitation),
  run: ({ db }) => db.select(invitationColumns).from(invitations).orderBy(desc(invitations.id)).limit(1000),
});

/** Whether strangers may register: the owner allows it, and the site can mail codes. */
export const getRegistration = query("getRegistration", {
  can: "read the site",
  input: noInput,
  output: registrationState,
  run: async ({ db }) => ({ open: (await readOption(db, "registration_enabled")) && (await mailEnabled(db)) }),
});
