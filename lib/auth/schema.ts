import { z } from "zod";
import { id, instantOut, shortText, text } from "../core/fields";

/** Specification 2.1, which two operations take. */
export const credentials = z.strictObject({
  username: shortText.describe("The username or the e-mail address."),
  password: text(100),
  authcode: text(6, 6).nullish().describe("The six digits of the second factor; null counts as absent."),
});

export const precheck = z.object({ mfaRequired: z.boolean() });

export const tokenPair = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  tokenType: z.literal("Bearer"),
  expiresIn: z.int().describe("Seconds until the access token ends."),
});

export const refreshRequest = z.strictObject({ refreshToken: text(512, 1) });

/** A sign-in whose password was checked outside the transaction; stored only if the account is still as it was then. */
export const checkedSignIn = z.strictObject({
  userId: id,
  username: z.string(),
  passwordHash: z.string(),
  /** To be stored instead, where the hash was outdated. */
  newHash: z.string().nullable(),
  updateTime: z.date(),
  ip: z.string().nullable(),
});

export const failedSignIn = z.strictObject({ username: shortText, userId: id.nullable(), reason: z.enum(["credentials", "suspended"]), ip: z.string().nullable() });
export const tokenFamily = z.strictObject({ userId: id, family: z.string() });
export const exchange = z.object({ tokens: tokenPair.nullable(), reused: tokenFamily.nullable() });

/** A browser somebody is signed in with. */
export const browserSession = z.object({
  id,
  userAgent: z.string(),
  ip: z.string().nullable(),
  createTime: instantOut,
  lastUseTime: instantOut,
  expireTime: instantOut,
  current: z.boolean().describe("Whether it is the one that asks."),
});

export const endedSession = z.strictObject({ sessionId: id });

export type BrowserSession = z.output<typeof browserSession>;
export type Credentials = z.output<typeof credentials>;
export type CheckedSignIn = z.output<typeof checkedSignIn>;
export type TokenPair = z.output<typeof tokenPair>;
