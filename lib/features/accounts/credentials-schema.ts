import { z } from "zod";
import { id, instantIn, instantOut, label, shortText, text, unique } from "../../core/fields";
import { normalized } from "../../text/normalized";
import { mfaType, newPassword } from "./schema";

/** Normalises six typed digits, from any keyboard and with spaces. */
export const tidyCode = (typed: string): string => normalized(typed, "NFKC").replace(/[\s\u200b-\u200d\ufeff-]/g, "");

export const tokenScope = z.enum(["content:read", "content:write", "admin"]);

/** A name and password; `precheckLogin` and `logIn` take the same. */
export const credentials = z.strictObject({
  username: shortText.describe("The username or the e-mail address."),
  password: text(100),
  authcode: text(6, 6).nullish().describe("The six digits of the second factor; null means none."),
});

/** Signing in without leaving the page; `authcode` also takes a recovery code. */
export const signInHere = z.strictObject({
  username: label(255),
  password: text(100, 1),
  authcode: text(64).optional(),
});

export const precheck = z.object({ mfaRequired: z.boolean() });

export const tokenPair = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.literal("Bearer"),
  expiresIn: z.int().describe("Seconds until the access token ends."),
});

export const refreshRequest = z.strictObject({ refreshToken: text(512, 1) });

/** The proof of a right code; used up in the transaction that it is for. */
export const factorProof = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("code"), mfaKey: z.string(), step: z.int() }),
  z.strictObject({ kind: z.literal("recovery"), mark: z.string() }),
]);

/** A sign-in whose password was checked outside the transaction; stored only if the account has not changed since. */
export const checkedSignIn = z.strictObject({
  userId: id,
  username: z.string(),
  passwordHash: z.string(),
  /** The new hash, where the stored one was outdated. */
  newHash: z.string().nullable(),
  updateTime: z.date(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Where the account has a second factor. */
  proof: factorProof.nullable(),
});

/** The sign-in form's result: the secret of a new session, or a ticket for the second factor. */
export const browserSignIn = z.object({
  session: z.string().nullable(),
  ticket: z.string().nullable(),
  /** What the browser keeps for its next sign-in. */
  browser: z.string().nullable(),
});

/** The contents of a ticket; `password` is the hash of the password's hash, `expires` in epoch milliseconds. */
export const ticketContents = z.strictObject({
  userId: id,
  username: z.string(),
  password: z.string(),
  expires: z.number(),
});

/** The step of the second factor: six digits, or a recovery code. */
export const factorAnswer = z.strictObject({
  ticket: text(2048),
  code: text(64, 1).transform(tidyCode).pipe(text(64, 1)),
});

export const failedSignIn = z.strictObject({
  username: shortText,
  userId: id.nullable(),
  reason: z.enum(["credentials", "suspended", "factor"]),
  ip: z.string().nullable(),
});
export const tokenFamily = z.strictObject({ userId: id, family: z.string() });
export const exchange = z.object({ tokens: tokenPair.nullable(), reused: tokenFamily.nullable() });

/** The settings of a second factor; `generateMfaKey` and `setMfa` take the same. */
export const mfaSettings = z.strictObject({
  authcode: text(6, 6).describe("Six digits; ignored while no factor is on."),
  mfaKey: text(255).nullish(),
  mfaType: mfaType.nullish(),
});

/** Setting it; turning it on needs the current password. */
export const mfaChange = mfaSettings.extend({
  currentPassword: text(100).optional().describe("Required to turn on a second factor."),
});

export const mfaKeyOffer = z.object({
  mfaKey: z.string(),
  otpauthUrl: z.string(),
  qrImage: z.string().describe("An SVG picture as a data URL."),
  mfaType,
});

export const mfaState = z.object({
  mfaType,
  recoveryCodes: z
    .array(z.string())
    .optional()
    .describe("Ten single-use codes for a lost phone, shown only this once."),
});

/** Six digits of the current factor. */
export const currentCode = z.strictObject({ authcode: text(6, 6) });
export const shownCodes = z.array(z.string());

/** How an account is protected. */
export const security = z.object({ mfaType: z.string().pipe(mfaType), recoveryCodesLeft: z.int() });

/** A typed code or recovery code. */
export const anyCode = z.strictObject({ code: text(64, 1).transform(tidyCode) });

/** Steps of setting the factor; no door leads there. */
export const offeredKey = z.strictObject({ key: z.string(), proof: factorProof.nullable() });
export const confirmedKey = z.strictObject({ key: z.string(), step: z.int() });
export const spentProof = z.strictObject({ proof: factorProof });
export const whether = z.boolean();

/** The new password has the bounds of every new one. */
export const passwordChange = z.strictObject({ oldPassword: text(100), newPassword });

/** A new password, by a code that is bound to this account. */
export const codedPassword = z.strictObject({
  code: text(255, 1),
  email: text(127),
  username: shortText,
  password: newPassword,
});
export const storedPassword = z.strictObject({ code: z.string(), passwordHash: z.string() });

export const passwordCodeFor = z.strictObject({ userId: id });
export const passwordCode = z.object({ code: z.string().describe("Shown only this once."), expireTime: instantOut });
export const mailedCode = z.enum(["mailed", "recent", "unknown"]);
export const passwordCodeRequest = z.strictObject({
  username: shortText.describe("The username or the e-mail address."),
});

/** Whether the site can mail a code for a new password. */
export const passwordHelp = z.object({ mails: z.boolean() });

/** A signed-in browser. */
export const browserSession = z.object({
  id,
  userAgent: z.string(),
  ip: z.string().nullable(),
  createTime: instantOut,
  lastUseTime: instantOut,
  expireTime: instantOut,
  current: z.boolean().describe("Whether this request uses it."),
});

export const endedSession = z.strictObject({ sessionId: id });

/** A personal access token, which a program uses instead of a password. */
export const newPersonalToken = z.strictObject({
  name: label(100).describe("What it is for."),
  scopes: unique(tokenScope).min(1),
  expireTime: instantIn.nullish().describe("At most 366 days from now; default: 90 days."),
});
export const personalToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(tokenScope),
  createTime: instantOut,
  expireTime: instantOut,
  lastUseTime: instantOut.nullable().describe("Accurate to a few minutes."),
});
export const createdPersonalToken = personalToken.extend({ token: z.string().describe("Shown only this once.") });
export const tokenPath = z.strictObject({ tokenId: id });

export type PersonalToken = z.output<typeof personalToken>;
export type Security = z.output<typeof security>;
export type MfaKeyOffer = z.output<typeof mfaKeyOffer>;
export type BrowserSession = z.output<typeof browserSession>;
export type Credentials = z.output<typeof credentials>;
export type FactorProof = z.output<typeof factorProof>;
export type BrowserSignIn = z.output<typeof browserSignIn>;
export type CheckedSignIn = z.output<typeof checkedSignIn>;
export type TokenPair = z.output<typeof tokenPair>;

/** A mark made with the site's key. */
export const keyMark = z.strictObject({ mark: text(43, 43) });

export const renewedKey = z.object({ factors: z.int().describe("How many accounts had a second factor.") });
