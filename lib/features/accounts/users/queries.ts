import { and, asc, count, desc, eq, inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import { lower } from "../../../../db/dialect";
import { ordering } from "../../../../db/expressions";
import { matching } from "../../../../db/keyword";
import { idsOnPage, inOrder } from "../../../../db/pages";
import { invitations, users } from "../../../../db/schema";
import { isOtherRole, type Role } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { noInput, sortOrder, USUAL_SIZE } from "../../../core/fields";
import { query } from "../../../core/operation";
import { mailEnabled } from "../../../services/mail/queue";
import { readOption } from "../../../services/settings/reading";
import {
  invitation,
  nameKey,
  registrationState,
  user,
  userCounts,
  userFilters,
  userIds,
  userPage,
  userPath,
  userSelection,
} from "../schema";

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
  timeZone: users.timeZone,
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

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  id: users.id,
  nickname: users.nickname,
  createTime: users.createTime,
  lastLoginTime: users.lastLoginTime,
};

const inState = (state: z.output<typeof userSelection>["state"]): SQL | undefined =>
  state === undefined || state === "all"
    ? undefined
    : state === "suspended"
      ? eq(users.suspended, true)
      : eq(users.role, state);

const selected = ({ state, keyword }: z.output<typeof userSelection>): SQL | undefined =>
  and(inState(state), keyword ? matching(keyword, users.nickname, users.username, users.email) : undefined);

/** Accounts, oldest first. */
export const listUsers = query("listUsers", {
  can: "manage users",
  input: userFilters,
  output: userPage,
  run: async ({ db }, { page, size, sort, ...selection }) => {
    const where = selected(selection);
    const order = [...ordering(sortable, sortOrder(sort)), asc(users.id)];
    if (page === undefined && size === undefined) {
      const items = await db
        .select(userColumns)
        .from(users)
        .where(where)
        .orderBy(...order);
      return { items, total: items.length };
    }
    const { ids, total } = await idsOnPage(db, users, {
      where,
      order,
      page: page ?? 1,
      size: size ?? USUAL_SIZE,
      looksAtAll: Boolean(selection.keyword),
    });
    const rows = await db.select(userColumns).from(users).where(inArray(users.id, ids));
    return { items: inOrder(rows, ids), total };
  },
});

/** The most accounts in one request. */
const MOST_AT_ONCE = 1000;

/** The ids for "select all": the newest of a list, and their number. */
export const listUserIds = query("listUserIds", {
  can: "manage users",
  input: userSelection,
  output: userIds,
  run: async ({ db }, selection) => {
    const where = selected(selection);
    const [rows, [counted]] = await Promise.all([
      db.select({ id: users.id }).from(users).where(where).orderBy(desc(users.id)).limit(MOST_AT_ONCE),
      db.select({ total: count() }).from(users).where(where),
    ]);
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 };
  },
});

/** The number of accounts with each role, and of those that are suspended. */
export const countUsers = query("countUsers", {
  can: "manage users",
  input: noInput,
  output: userCounts,
  run: async ({ db }) => {
    const rows = await db
      .select({ role: users.role, suspended: users.suspended, total: count() })
      .from(users)
      .groupBy(users.role, users.suspended);
    const sum = (suits: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(suits).reduce((all, { total }) => all + total, 0);
    const withRole = (role: Role) => sum((row) => !isOtherRole(row.role, role));
    return {
      all: sum(() => true),
      SUBSCRIBER: withRole("SUBSCRIBER"),
      AUTHOR: withRole("AUTHOR"),
      EDITOR: withRole("EDITOR"),
      ADMIN: withRole("ADMIN"),
      suspended: sum(({ suspended }) => suspended),
    };
  },
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
  run: ({ db }) =>
    db
      .select({ ...invitationColumns, usedByNickname: users.nickname })
      .from(invitations)
      .leftJoin(users, eq(users.id, invitations.usedBy))
      .orderBy(desc(invitations.id))
      .limit(1000),
});

/** Whether strangers may register: the owner allows it, and the site can mail codes. */
export const getRegistration = query("getRegistration", {
  can: "read the site",
  input: noInput,
  output: registrationState,
  run: async ({ db }) => ({ open: (await readOption(db, "registration_enabled")) && (await mailEnabled(db)) }),
});
