import { z } from "zod";
import {
  absoluteUrl,
  address,
  email,
  id,
  instantOut,
  label,
  mediumText,
  pageOf,
  shortListInput,
  shortText,
  text,
  timeZone,
} from "../../core/fields";
import { locales, siteLocales } from "../../core/languages";
import { knownOptions } from "../../core/settings";
import { normalized } from "../../text/normalized";

export const userRole = z.enum(["SUBSCRIBER", "AUTHOR", "EDITOR", "ADMIN"]);
export const mfaType = z.enum(["NONE", "TFA_TOTP"]);

const foldLetter = (letter: string) => (letter <= "\x7f" ? letter : letter.toLowerCase());

/**
 * The stored form of a username or e-mail. The database ignores the case of a to z only, so other letters become
 * lower-case here: "Éva" and "éva" are one name on both engines.
 */
export const storedName = (value: string): string => [...normalized(value, "NFC")].map(foldLetter).join("");

/** The value to compare `lower(column)` with. */
export const nameKey = (value: string): string =>
  [...normalized(value, "NFC")].map((letter) => letter.toLowerCase()).join("");

/**
 * `@` is left to e-mail addresses, so that sign-in has one field for both; invisible characters would make two names
 * look alike.
 */
export const username = label(50)
  .refine((value) => !/[\s@\p{Cc}\p{Cf}\p{Co}]/u.test(value), {
    params: { code: "wrong_format" },
    error: "A username has no spaces, no @ and no invisible characters.",
  })
  .transform(storedName);

export const newPassword = text(100, 8);

/** A new account. */
export const newUser = z.strictObject({
  username,
  nickname: label(255),
  email: email.transform(storedName),
  title: label(255).describe("The person's title under the byline; at the installation the site's title."),
  password: newPassword.nullish().describe("Required at the installation; without it a set-password code is made."),
  avatar: address(1023).nullish(),
  description: mediumText.nullish(),
  locale: shortText.nullish(),
  url: z
    .union([z.literal(""), absoluteUrl(1023)], {
      error: "Use an absolute address that starts with http:// or https://.",
    })
    .nullish(),
  role: userRole.nullish().describe("AUTHOR unless given; at the installation ADMIN in any case."),
});

export const user = z.object({
  id,
  username: z.string(),
  nickname: z.string(),
  email: z.string(),
  title: z.string(),
  avatar: z.string(),
  description: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  url: z.string(),
  role: z.string().pipe(userRole),
  mfaType: z.string().pipe(mfaType),
  suspended: z.boolean(),
  createTime: instantOut,
  lastLoginTime: instantOut.nullable(),
});

export const createdUser = user.extend({
  setPasswordCode: z
    .string()
    .optional()
    .describe("Shown this once, for a user made without a password, where the site sends no mail; single use, 7 days."),
});

export const passwordReset = z.strictObject({
  username: shortText.describe("The username or the e-mail address."),
  password: newPassword,
});

/** A change of one's own account: what is not sent stays, `null` clears. */
export const profileChanges = z.strictObject({
  username,
  nickname: label(255),
  email: email.transform(storedName),
  password: newPassword.nullish(),
  avatar: address(1023).nullish(),
  description: mediumText.nullish(),
  locale: z
    .enum(["", ...locales])
    .nullish()
    .describe('The language of the dashboard and of mails to you; "": the site\'s.'),
  timeZone: timeZone.or(z.literal("")).nullish().describe('The zone of times in the dashboard; "": your browser\'s.'),
  currentPassword: text(100).optional().describe("Needed to set another password or e-mail address."),
});

/** An account that its owner registers, by a code. */
export const registration = z.strictObject({
  code: text(255, 1),
  email: email.transform(storedName),
  password: newPassword,
  username,
  nickname: label(255).optional().describe("The name under one's texts; the username unless given."),
});

/** The address to mail six digits for registration to. */
export const registrationCodeRequest = z.strictObject({ email: email.transform(storedName) });
export const registrationState = z.object({ open: z.boolean() });
export const codeGuess = z.strictObject({ email: z.string(), code: z.string() });
export const whether = z.boolean();

/** A registration whose password was hashed outside the transaction; no door leads there. */
export const admittedUser = z.strictObject({
  code: z.string(),
  email: z.string(),
  username: z.string(),
  nickname: z.string().optional(),
  passwordHash: z.string(),
});

const isSiteAddress = (value: string) =>
  URL.canParse(value) && /^https?:/i.test(value) && new URL(value).href === `${new URL(value).origin}/`;

/** The site's address; nothing follows the host, since every address begins at the root. */
const siteAddress = text(1023)
  .refine(isSiteAddress, {
    params: { code: "wrong_format" },
    error: "Use the address of the site alone, with nothing after the host, such as https://example.org.",
  })
  .transform((value) => new URL(value).origin);

/** The fields of /setup: the first account, the site, and its look. */
export const siteSetup = z.strictObject({
  nickname: label(255),
  username,
  email: email.transform(storedName),
  password: newPassword,
  title: label(255).describe("The name of the site."),
  description: knownOptions.site_description.schema.optional(),
  url: siteAddress.optional().describe("The site's address, for links in feeds and mails."),
  locale: z.enum(siteLocales).describe("The language of public pages and mails."),
  look: knownOptions.site_look.schema,
  scheme: knownOptions.site_scheme.schema,
  accent: knownOptions.site_accent.schema,
  postsPerPage: knownOptions.posts_per_page.schema,
});

/** Its three pages, each checked before the next. */
export const setupSteps = {
  account: siteSetup.pick({ nickname: true, username: true, email: true, password: true }),
  site: siteSetup.pick({ title: true, description: true, url: true, locale: true }),
  look: siteSetup.pick({ look: true, scheme: true, accent: true, postsPerPage: true }),
};

/** The same in the dashboard: without a title, the name of the role is one. */
export const newUserForm = newUser.extend({ title: shortText });

export const userPath = z.strictObject({ userId: id });

export const userStates = ["all", ...userRole.options, "suspended"] as const;
export const userFilters = z.strictObject({
  ...shortListInput(["id", "nickname", "createTime", "lastLoginTime"]),
  state: z.enum(userStates).optional().describe("The accounts with this role, or those that are suspended."),
});
export const userPage = pageOf(user);
export const userSelection = userFilters.omit({ page: true, size: true, sort: true });
export const userIds = z.object({ ids: z.array(id), total: z.int() });
export const userCounts = z.object({
  all: z.int(),
  SUBSCRIBER: z.int(),
  AUTHOR: z.int(),
  EDITOR: z.int(),
  ADMIN: z.int(),
  suspended: z.int(),
});

/** The deletion of an account; `heir` gets its texts and files. */
export const userDeletion = userPath.extend({
  heir: id
    .optional()
    .describe("The account that gets its posts, pages, journal and files; without one they have none."),
});
/** What an account owns, to be said before it is deleted. */
export const userRemoval = z.object({
  posts: z.int(),
  sheets: z.int(),
  journals: z.int(),
  files: z.int(),
  comments: z.int().describe("Written while signed in; they stay under the name they were written with."),
  tokens: z.int().describe("Access tokens, which end."),
  heirs: z.array(z.object({ id, nickname: z.string() })).describe("Who may get its texts and files, by name."),
});
export const userSessionPath = userPath.extend({ sessionId: id });
export const userTokenPath = userPath.extend({ tokenId: id });

export const userChanges = userPath.extend({
  role: userRole.nullish(),
  suspended: z.boolean().nullish(),
  title: text(255).nullish(),
});

export const newInvitation = z.strictObject({
  role: userRole.nullish().describe("AUTHOR unless given."),
  email: email.nullish().describe("The address it is for; without it anyone who has the code."),
});
export const invitation = z.object({
  id,
  role: z.string().pipe(userRole),
  email: z.string().nullable(),
  createTime: instantOut,
  expireTime: instantOut,
  usedTime: instantOut.nullable(),
  usedBy: id.nullable(),
  usedByNickname: z.string().nullable(),
});
export const createdInvitation = invitation.extend({
  code: z.string().describe("Shown only this once."),
  mailed: z.boolean().describe("Whether it was mailed to its address."),
});
export const invitationPath = z.strictObject({ invitationId: id });

export type Registration = z.output<typeof registration>;
export type Invitation = z.output<typeof invitation>;
export type SiteSetup = z.output<typeof siteSetup>;
export type SetupStep = keyof typeof setupSteps;
export type NewUser = z.output<typeof newUser>;
export type User = z.output<typeof user>;
export type UserFilters = z.input<typeof userFilters>;
export type UserRemoval = z.output<typeof userRemoval>;
