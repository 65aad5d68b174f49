import { and, eq, ne, or } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../../db";
import { users } from "../../../../db/schema";
import { atOnce } from "../../../core/at-once";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { badCredentials } from "../users/credentials";
import { spendProof } from "../factors/factor";
import { isOutdated } from "../passwords/password";
import { createSession } from "../sessions/sessions";
import {
  type CheckedSignIn,
  checkedSignIn,
  exchange,
  failedSignIn,
  refreshRequest,
  tokenFamily,
  tokenPair,
} from "../credentials-schema";
import { endFamily, exchangeToken, issueTokens } from "../tokens/tokens";

const reasons = {
  credentials: "wrong name or password",
  suspended: "the account is suspended",
  factor: "wrong code of the second factor",
};

// Steps of signing in that must be stored whatever the final answer. Each is a mutation, run by the operations in
// mutations.ts; no door leads here.

/** A name for the audit log: short, and without line breaks that would fake a line. */
const shown = (name: string) =>
  `"${[...name]
    .slice(0, 40)
    .join("")
    .replace(/[\p{Cc}\p{Cf}"]/gu, "?")}"`;
/** Of a name that no account has, its beginning only: it may be a password that was typed into the wrong field. */
const tried = (name: string, userId: number | null) =>
  shown(userId === null ? `${[...name].slice(0, 2).join("")}…` : name);
const from = (ip: string | null) => ip ?? "this machine";

/**
 * Completes a sign-in whose password was right, if the account has not changed, and stores beside it what signs somebody
 * in. Null if its second factor was used already. Both travel to PostgreSQL at once; a refusal undoes both.
 */
async function admit<T>(
  db: Database,
  now: Date,
  { userId, passwordHash, newHash, updateTime, proof }: CheckedSignIn,
  store: () => Promise<T>,
): Promise<T | null> {
  // A simultaneous sign-in may have renewed the hash; only that leaves updateTime as it is.
  const unchanged = or(
    eq(users.passwordHash, passwordHash),
    isOutdated(passwordHash) ? eq(users.updateTime, updateTime) : undefined,
  );
  // A factor turned on since the password was checked must not be skipped.
  const factor = proof === null ? eq(users.mfaType, "NONE") : ne(users.mfaType, "NONE");
  const conditions = and(eq(users.id, userId), eq(users.suspended, false), unchanged, factor);
  if (proof !== null && !(await spendProof(db, userId, proof, now))) return null;
  const [[row], stored] = await atOnce([
    db
      .update(users)
      .set({ lastLoginTime: now, ...(newHash !== null && { passwordHash: newHash }) })
      .where(conditions)
      .returning({ id: users.id }),
    store(),
  ]);
  if (!row) throw badCredentials();
  return stored;
}

const begun = {
  can: "sign in",
  counted: "sign-ins of readers",
  input: checkedSignIn,
  touches: () => [],
  about: ({ userId, username, ip, proof }: CheckedSignIn, answer: unknown) => ({
    subject: `user:${userId}`,
    summary:
      answer === null
        ? `Sign-in as ${shown(username)} from ${from(ip)} failed: the code was used already.`
        : `${shown(username)} signed in from ${from(ip)}${proof?.kind === "recovery" ? " with a recovery code" : ""}.`,
  }),
} as const;

/** Makes the tokens of a sign-in. Null: its second factor was used already. */
export const startSession = mutation("logIn", {
  ...begun,
  output: tokenPair.nullable(),
  run: ({ db, now, actor: { role } }, input) =>
    admit(db, now, input, () => issueTokens(db, { userId: input.userId, role }, now)),
});

/** Makes a browser's session and returns its secret. Null: its second factor was used already. */
export const startBrowserSession = mutation("logIn", {
  ...begun,
  output: z.string().nullable(),
  run: ({ db, now, actor: { role } }, input) =>
    admit(db, now, input, () => createSession(db, { userId: input.userId, role }, input, now)),
});

/** Records a refused sign-in in the audit log. */
export const recordSignInFailure = mutation("recordSignInFailure", {
  can: "sign in",
  // Wrong passwords do not hide that somebody knows the right one.
  counted: ({ reason }) =>
    reason === "credentials" ? "sign-ins that failed" : "sign-ins with a right password that failed",
  input: failedSignIn,
  output: nothing,
  touches: () => [],
  about: ({ username, userId, reason, ip }) => ({
    subject: userId === null ? "user:unknown" : `user:${userId}`,
    summary: `Sign-in as ${tried(username, userId)} from ${from(ip)} failed: ${reasons[reason]}.`,
  }),
  run: async () => undefined,
});

/**
 * Uses up a refresh token. Its second use is an answer instead of an error, so that the transaction can end the
 * sign-in.
 */
export const takeRefreshToken = mutation("refreshTokens", {
  can: "sign in",
  input: refreshRequest,
  output: exchange,
  silent: true,
  touches: () => [],
  run: ({ db, now }, { refreshToken }) => exchangeToken(db, refreshToken, now),
});

/** Ends a sign-in whose refresh token was used twice: one of the two callers stole it. */
export const endReusedFamily = mutation("endReusedFamily", {
  can: "sign in",
  counted: "tokens of readers used twice",
  input: tokenFamily,
  output: nothing,
  touches: () => [],
  about: ({ userId }) => ({
    subject: `user:${userId}`,
    summary: "A refresh token was used twice, so its sign-in was ended.",
  }),
  run: async ({ db }, { userId, family }) => endFamily(db, userId, family),
});
