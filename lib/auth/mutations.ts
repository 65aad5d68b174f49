import { eq } from "drizzle-orm";
import { tokens, users } from "../../db/schema";
import type { Actor } from "../core/access";
import { AppError, invalid } from "../core/errors";
import { noInput, nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { named, userColumns } from "../users/queries";
import { nameKey, passwordReset, user } from "../users/schema";
import { attemptKeys, loginAttempts, type Verdict } from "../core/attempts";
import { endCodesOf } from "./codes";
import { type Account, badCredentials, checkCredentials, factorNeeded, needsFactor, renewedHash } from "./credentials";
import { hashPassword } from "./password";
import { type Credentials, credentials, precheck, refreshRequest, tokenPair } from "./schema";
import { endReusedFamily, recordSignInFailure, startSession, takeRefreshToken } from "./sign-ins";
import { endFamily, endTokensOf } from "./tokens";

/** Checks name and password as one counted attempt, then does `next` within it; refusals are counted and recorded. */
async function withAccount<T>(actor: Actor, input: Credentials, rightCounts: Verdict, next: (account: Account) => Promise<T>): Promise<T> {
  const result = await loginAttempts.attempt(
    attemptKeys(nameKey(input.username), actor.ip),
    async () => {
      const checked = await checkCredentials(input);
      return checked.kind === "right" ? { ...checked, answer: await next(checked.account) } : checked;
    },
    ({ kind }) => (kind === "right" ? rightCounts : "failed"),
  );
  if (result.kind === "right") return result.answer;
  await recordSignInFailure(actor, { username: input.username, userId: result.userId, reason: result.reason, ip: actor.ip });
  throw badCredentials();
}

/** Tells whether name and password are right and a second factor will be asked for. */
export const precheckLogin = mutation("precheckLogin", {
  can: "sign in",
  input: credentials,
  output: precheck,
  silent: true,
  touches: () => [],
  // A right password alone must not clear the count: it would give endless guesses at the second factor.
  prepare: (input, actor) => withAccount(actor, input, "undecided", async (account) => ({ mfaRequired: needsFactor(account) })),
  run: async (_context, _input, answer) => answer,
});

/** Exchanges name, password and second factor for an access and a refresh token. */
export const logIn = mutation("logIn", {
  can: "sign in",
  input: credentials,
  output: tokenPair,
  // The step that stores it, startSession, writes the audit row with the account in it.
  silent: true,
  touches: () => [],
  prepare: (input, actor) =>
    withAccount(actor, input, "passed", async (account) => {
      // No factor can be checked yet, so an account that has one stays closed.
      if (needsFactor(account)) throw factorNeeded();
      const { userId, username, passwordHash, updateTime } = account;
      const newHash = await renewedHash(account, input.password);
      return startSession({ ...actor, id: userId, name: username }, { userId, username, passwordHash, newHash, updateTime, ip: actor.ip });
    }),
  run: async (_context, _input, answer) => answer,
});

/** Exchanges a refresh token for new tokens; using one twice ends everything that came from its sign-in. */
export const refreshTokens = mutation("refreshTokens", {
  can: "sign in",
  input: refreshRequest,
  output: tokenPair,
  silent: true,
  touches: () => [],
  prepare: async (input, actor) => {
    const { tokens: given, reused } = await takeRefreshToken(actor, input);
    if (reused) await endReusedFamily(actor, reused);
    if (!given) throw new AppError("unauthenticated", "This refresh token is no longer valid. Please sign in again.");
    return given;
  },
  run: async (_context, _input, answer) => answer,
});

/** Ends the sign-in that the caller's token came from, with all its tokens. */
export const logOut = mutation("logOut", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  touches: () => [],
  run: async ({ actor, db }) => {
    if (actor.tokenId === null) return;
    const [token] = await db.select({ userId: tokens.userId, family: tokens.family }).from(tokens).where(eq(tokens.id, actor.tokenId));
    if (token) await endFamily(db, token.userId, token.family);
  },
});

/** Gives an account a new password and ends all its sessions, tokens and codes. */
export const resetPassword = mutation("resetPassword", {
  can: "manage users",
  input: passwordReset,
  output: user,
  touches: () => ["users"],
  about: (_input, { id, username }) => ({ subject: `user:${id}`, summary: `A new password was set for "${username}".` }),
  prepare: ({ password }) => hashPassword(password),
  run: async ({ db, now }, { username }, passwordHash) => {
    const [row] = await db.update(users).set({ passwordHash, updateTime: now }).where(named(username)).returning(userColumns);
    if (!row) throw invalid("username", "unknown", "There is no user of this name.");
    await endTokensOf(db, row.id);
    await endCodesOf(db, row.id);
    return row;
  },
});
