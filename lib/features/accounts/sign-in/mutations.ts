import { eq } from "drizzle-orm";
import { tokens, users } from "../../../../db/schema";
import { AppError, invalid } from "../../../core/errors";
import { noInput, nothing } from "../../../core/fields";
import { engine, mutation, procedure } from "../../../core/operation";
import { named, userColumns } from "../users/queries";
import { passwordReset, user } from "../schema";
import { endCodesOf } from "../tokens/codes";
import { admit, withAccount } from "./attempts";
import { actorOf, findAccount, needsFactor } from "../users/credentials";
import { hashNewPassword } from "../passwords/new-password";
import { askerFor } from "../passwords/known-networks";
import { tellOwner } from "../users/notices";
import { credentials, precheck, refreshRequest, tokenPair } from "../credentials-schema";
import { endSessionsOf } from "../sessions/sessions";
import { endReusedFamily, startSession, takeRefreshToken } from "./sign-ins";
import { endFamily, endTokensOf } from "../tokens/tokens";

/** Whether name and password are right and a second factor will be needed. */
export const precheckLogin = procedure("precheckLogin", {
  can: "sign in",
  input: credentials,
  output: precheck,
  example: { username: "ada", password: "analytical engine" },
  refusals: ["unauthenticated", "mfa_required"],
  // A right password alone must not clear the count, which would allow endless guesses at the second factor.
  run: ({ actor }, input) =>
    withAccount(
      actor,
      input,
      () => "undecided",
      async (account) => ({ mfaRequired: needsFactor(account) }),
    ),
});

/** Exchanges name, password and second factor for an access and a refresh token. */
export const logIn = procedure("logIn", {
  can: "sign in",
  input: credentials,
  output: tokenPair,
  example: { username: "ada", password: "analytical engine", authcode: "123456" },
  refusals: ["unauthenticated", "mfa_required"],
  run: ({ actor }, input) =>
    withAccount(
      actor,
      input,
      () => "passed",
      (account) => admit(actor, account, input, (admission) => startSession(actorOf(actor, account), admission)),
    ),
});

/** Exchanges a refresh token for new tokens; using one twice ends every token of its sign-in. */
export const refreshTokens = procedure("refreshTokens", {
  can: "sign in",
  input: refreshRequest,
  output: tokenPair,
  example: { refreshToken: "the refresh token of the last answer" },
  refusals: ["unauthenticated", "mfa_required"],
  run: async ({ actor }, input) => {
    const { tokens: given, reused } = await takeRefreshToken(actor, input);
    if (reused) {
      const account = await findAccount(reused.userId);
      await endReusedFamily(account ? { ...actor, role: account.role } : actor, reused);
    }
    if (!given) throw new AppError("unauthenticated", "This refresh token is no longer valid. Please sign in again.");
    return given;
  },
});

/** Ends the sign-in of the caller's token, with all its tokens. */
export const logOut = mutation("logOut", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  touches: () => [],
  // Each ends a sign-in, which are as many as somebody likes.
  isBounded: true,
  counted: "sign-outs of readers",
  run: async ({ actor, db }) => {
    if (actor.tokenId === null) return;
    const [token] = await db
      .select({ userId: tokens.userId, family: tokens.family })
      .from(tokens)
      .where(eq(tokens.id, actor.tokenId));
    if (token) await endFamily(db, token.userId, token.family);
  },
});

/** Gives an account a new password and ends all its sessions, tokens and codes. */
export const resetPassword = mutation("resetPassword", {
  can: "manage users",
  input: passwordReset,
  output: user,
  touches: () => [],
  about: (_input, { id, username }) => ({
    subject: `user:${id}`,
    summary: `A new password was set for "${username}".`,
  }),
  prepare: async ({ username, password }, actor) => {
    const [row] = await engine().reader.select(userColumns).from(users).where(named(username));
    return hashNewPassword(password, row ?? { username }, await askerFor(actor));
  },
  run: async ({ db, actor, now }, { username }, passwordHash) => {
    const [row] = await db
      .update(users)
      .set({ passwordHash, updateTime: now })
      .where(named(username))
      .returning(userColumns);
    if (!row) throw invalid("username", "unknown", "There is no user of this name.");
    await endTokensOf(db, row.id);
    await endSessionsOf(db, row.id);
    await endCodesOf(db, row.id);
    await tellOwner(db, actor, row, "passwordChanged");
    return row;
  },
});
