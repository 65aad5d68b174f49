import { flag, id, index, instant, int, lower, string, table, uniqueIndex } from "../dialect";

export const users = table(
  "users",
  {
    id: id(),
    username: string().notNull(),
    nickname: string().notNull(),
    email: string().notNull(),
    /** Scheme-marked bcrypt hash; null until a set-password code is used. */
    passwordHash: string(),
    role: string().notNull(),
    /** The person's title under the byline. */
    title: string().notNull().default(""),
    avatar: string().notNull().default(""),
    description: string().notNull().default(""),
    locale: string().notNull().default(""),
    url: string().notNull().default(""),
    mfaType: string().notNull().default("NONE"),
    suspended: flag().notNull().default(false),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
    lastLoginTime: instant(),
  },
  (t) => [uniqueIndex("users_username").on(lower(t.username)), uniqueIndex("users_email").on(lower(t.email))],
);

/** Bearer credentials, stored as SHA-256 hashes; `family` joins an access token with its refresh tokens. */
export const tokens = table(
  "tokens",
  {
    id: id(),
    userId: int()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: string().$type<"ACCESS" | "REFRESH">().notNull(),
    hash: string().notNull(),
    family: string().notNull(),
    createTime: instant().notNull(),
    expireTime: instant().notNull(),
    /** When a refresh token was exchanged; a second use ends the family. */
    usedTime: instant(),
  },
  (t) => [uniqueIndex("tokens_hash").on(t.hash), index("tokens_family").on(t.family), index("tokens_user").on(t.userId), index("tokens_expiry").on(t.expireTime)],
);

/** Single-use codes (set-password so far), hashed. */
export const codes = table(
  "codes",
  {
    id: id(),
    userId: int()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: string().notNull(),
    hash: string().notNull(),
    createTime: instant().notNull(),
    expireTime: instant().notNull(),
    usedTime: instant(),
  },
  (t) => [uniqueIndex("codes_hash").on(t.hash), index("codes_user").on(t.userId)],
);
