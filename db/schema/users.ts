import type { Scope } from "../../lib/core/access";
import { flag, id, index, instant, int, json, lower, oneOf, string, table, uniqueIndex } from "../dialect";

export const users = table(
  "users",
  {
    id: id(),
    username: string().notNull(),
    nickname: string().notNull(),
    email: string().notNull(),
    /** bcrypt hash with its scheme; null until a set-password code is used. */
    passwordHash: string(),
    role: string().notNull(),
    /** The person's title under the byline. */
    title: string().notNull().default(""),
    avatar: string().notNull().default(""),
    description: string().notNull().default(""),
    /** The language of the dashboard and of mails; "" is the site's. */
    locale: string().notNull().default(""),
    /** The zone of times in the dashboard, such as "Asia/Shanghai"; "" is the browser's. */
    timeZone: string().notNull().default(""),
    url: string().notNull().default(""),
    mfaType: string().notNull().default("NONE"),
    /** The key of the second factor, sealed with the site's key. */
    mfaKey: string(),
    /** The newest time step (30 s each) whose code was used; each code works once. */
    lastTotpStep: int(),
    suspended: flag().notNull().default(false),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
    lastLoginTime: instant(),
  },
  (t) => [
    uniqueIndex("users_username").on(lower(t.username)),
    uniqueIndex("users_email").on(lower(t.email)),
    // The states of the dashboard's list, counted without reading accounts.
    index("users_state").on(t.role, t.suspended),
  ],
);

/**
 * Access, refresh and personal tokens as SHA-256 hashes; `family` joins an access token with its refresh tokens. A
 * personal one has no family.
 */
export const tokens = table(
  "tokens",
  {
    id: id(),
    userId: int()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: oneOf("ACCESS", "REFRESH", "PERSONAL").notNull(),
    hash: string().notNull(),
    family: string().notNull(),
    createTime: instant().notNull(),
    expireTime: instant().notNull(),
    /** When a refresh token was exchanged; a second use ends the family. */
    usedTime: instant(),
    /** The name that the owner gave a personal token. */
    name: string().notNull().default(""),
    /** The scopes of a personal token. */
    scopes: json().$type<readonly Scope[]>(),
    /** When a personal token was last used, to a few minutes. */
    lastUseTime: instant(),
  },
  (t) => [
    uniqueIndex("tokens_hash").on(t.hash),
    index("tokens_family").on(t.family),
    index("tokens_user").on(t.userId),
    index("tokens_expiry").on(t.expireTime),
  ],
);

/** Signed-in browsers; the secret in their cookie is stored as its SHA-256 hash. */
export const sessions = table(
  "sessions",
  {
    id: id(),
    userId: int()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    hash: string().notNull(),
    /** The browser's user agent, shortened. */
    userAgent: string().notNull().default(""),
    ip: string(),
    createTime: instant().notNull(),
    lastUseTime: instant().notNull(),
    expireTime: instant().notNull(),
  },
  (t) => [
    uniqueIndex("sessions_hash").on(t.hash),
    index("sessions_user").on(t.userId),
    index("sessions_expiry").on(t.expireTime),
  ],
);

/** Single-use codes in place of a lost second factor, stored as marks made with the site's key. */
export const recoveryCodes = table(
  "recovery_codes",
  {
    id: id(),
    userId: int()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mark: string().notNull(),
    createTime: instant().notNull(),
    usedTime: instant(),
  },
  (t) => [uniqueIndex("recovery_codes_mark").on(t.userId, t.mark)],
);

/** Single-use invitations to register, hashed. */
export const invitations = table(
  "invitations",
  {
    id: id(),
    hash: string().notNull(),
    role: string().notNull(),
    /** The address it is for, normalised; null: anyone who has the code. */
    email: string(),
    createdBy: int().references(() => users.id, { onDelete: "set null" }),
    createTime: instant().notNull(),
    expireTime: instant().notNull(),
    usedTime: instant(),
    usedBy: int().references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [uniqueIndex("invitations_hash").on(t.hash)],
);

/** Six digits mailed to somebody who registers, stored as a mark made with the site's key; one per address. */
export const registrationCodes = table("registration_codes", {
  /** Normalised. */
  email: string().primaryKey(),
  mark: string().notNull(),
  /** The number of wrong guesses. */
  tries: int().notNull().default(0),
  createTime: instant().notNull(),
  expireTime: instant().notNull(),
});

/** Single-use codes bound to an account and a purpose, hashed. */
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
