import { and, eq, or } from "drizzle-orm";
import { users } from "../../db/schema";
import { nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { badCredentials } from "./credentials";
import { isOutdated } from "./password";
import { checkedSignIn, exchange, failedSignIn, refreshRequest, tokenFamily, tokenPair } from "./schema";
import { endFamily, exchangeToken, issueTokens, purgeTokens } from "./tokens";

// The steps of signing in that must be stored whatever the caller is answered in the end. Each is a
// mutation of its own, run by the operations in mutations.ts; no door leads here.

/** A name as the audit log shows it: short, and unable to fake a line. */
const shown = (name: string) => `"${[...name].slice(0, 40).join("").replace(/[\p{Cc}\p{Cf}"]/gu, "?")}"`;
const from = (ip: string | null) => ip ?? "this machine";

/** Begins the tokens of a sign-in whose password was right, if the account is still as it was then. */
export const startSession = mutation("logIn", {
  can: "sign in",
  input: checkedSignIn,
  output: tokenPair,
  touches: () => [],
  about: ({ userId, username, ip }) => ({ subject: `user:${userId}`, summary: `${shown(username)} signed in from ${from(ip)}.` }),
  run: async ({ db, now }, { userId, passwordHash, newHash, updateTime }) => {
    // Another sign-in at the same moment may have renewed the hash; only a renewal leaves updateTime alone.
    const unchanged = or(eq(users.passwordHash, passwordHash), isOutdated(passwordHash) ? eq(users.updateTime, updateTime) : undefined);
    const [row] = await db
      .update(users)
      .set({ lastLoginTime: now, ...(newHash !== null && { passwordHash: newHash }) })
      .where(and(eq(users.id, userId), eq(users.suspended, false), unchanged))
      .returning({ id: users.id });
    if (!row) throw badCredentials();
    await purgeTokens(db, userId, now);
    return issueTokens(db, userId, now);
  },
});

/** Puts a refused sign-in into the audit log. */
export const recordSignInFailure = mutation("recordSignInFailure", {
  can: "sign in",
  input: failedSignIn,
  output: nothing,
  touches: () => [],
  about: ({ username, userId, reason, ip }) => ({
    subject: userId === null ? "user:unknown" : `user:${userId}`,
    summary: `Sign-in as ${shown(username)} from ${from(ip)} failed: ${reason === "suspended" ? "the account is suspended" : "wrong name or password"}.`,
  }),
  run: async () => undefined,
});

/** Takes a refresh token; that it had been used before must be acted on, so it is an answer, not an error. */
export const takeRefreshToken = mutation("refreshTokens", {
  can: "sign in",
  input: refreshRequest,
  output: exchange,
  silent: true,
  touches: () => [],
  run: ({ db, now }, { refreshToken }) => exchangeToken(db, refreshToken, now),
});

/** Ends a sign-in whose refresh token was used twice: one of the two users stole it. */
export const endReusedFamily = mutation("endReusedFamily", {
  can: "sign in",
  input: tokenFamily,
  output: nothing,
  touches: () => [],
  about: ({ userId }) => ({ subject: `user:${userId}`, summary: "A refresh token was used twice, so its sign-in was ended." }),
  run: async ({ db }, { userId, family }) => endFamily(db, userId, family),
});
