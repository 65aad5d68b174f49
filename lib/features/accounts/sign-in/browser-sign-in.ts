import { and, eq } from "drizzle-orm";
import { sessions } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { noInput, nothing } from "../../../core/fields";
import { mutation, procedure } from "../../../core/operation";
import { admit, admitted, countedGuess, withAccount } from "./attempts";
import { actorOf, findAccount, needsFactor } from "../users/credentials";
import { factorGuess } from "../factors/factor-guesses";
import {
  type BrowserSignIn,
  browserSignIn,
  credentials,
  factorAnswer,
  type FactorProof,
  signInHere as signInHereInput,
  tidyCode,
} from "../credentials-schema";
import { browserOf } from "../passwords/known-browsers";
import { startBrowserSession } from "./sign-ins";
import { readTicket, ticketFor } from "./tickets";

/**
 * Signs a browser in with name and password; where a second factor is on and no code was sent, returns a ticket for it.
 */
export const signIn = procedure("signIn", {
  can: "sign in",
  input: credentials,
  output: browserSignIn,
  run: ({ actor }, input) =>
    withAccount<BrowserSignIn>(
      actor,
      input,
      // A right password alone must not clear the count, which would allow endless guesses at the second factor.
      ({ session }) => (session === null ? "undecided" : "passed"),
      async (account) => {
        if (needsFactor(account) && input.authcode == null)
          return { session: null, ticket: ticketFor(account, new Date()), browser: null };
        const session = await admit(actor, account, input, (admission) =>
          startBrowserSession(actorOf(actor, account), admission),
        );
        return session === null ? null : { session, ticket: null, browser: browserOf(actor, account) };
      },
    ),
});

/** The second factor's step: exchanges the ticket and a code, or a recovery code, for a session. */
export const signInWithFactor = procedure("signInWithFactor", {
  can: "sign in",
  input: factorAnswer,
  output: browserSignIn,
  run: async ({ actor }, { ticket, code }) => {
    const holder = readTicket(ticket, new Date());
    const account = holder && (await findAccount(holder.userId));
    if (!holder || !account || !holder.isFor(account))
      throw new AppError("unauthenticated", "This took too long. Please start again with your password.");
    const session = await countedGuess(
      actor,
      holder.username,
      async () => {
        const start = (proof: FactorProof) =>
          startBrowserSession(actorOf(actor, account), { ...admitted(actor, account), proof });
        const answer = await factorGuess(actor, account, code, "code or recovery code", start);
        return answer === null
          ? { verdict: "wrong" as const, userId: account.userId, reason: "factor" as const }
          : { verdict: "right" as const, answer };
      },
      () => "passed",
    );
    return { session, ticket: null, browser: browserOf(actor, account) };
  },
});

/** Both steps in one, for a dialog; no session where a second factor is on and no code was sent. */
export const signInHere = procedure("signInHere", {
  can: "sign in",
  input: signInHereInput,
  output: browserSignIn,
  run: async ({ actor }, { username, password, authcode = "" }) => {
    const first = await signIn(actor, { username, password });
    const code = tidyCode(authcode);
    return first.ticket !== null && code !== "" ? signInWithFactor(actor, { ticket: first.ticket, code }) : first;
  },
});

/** Signs out the request's browser. */
export const signOut = mutation("signOut", {
  can: "be signed in",
  input: noInput,
  output: nothing,
  touches: () => [],
  // Each ends a sign-in, which are as many as somebody likes.
  isBounded: true,
  counted: "sign-outs of readers",
  about: () => ({ subject: "session", summary: "A browser was signed out." }),
  run: async ({ db, actor }) => {
    if (actor.id === null || actor.sessionId === null) return;
    await db.delete(sessions).where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)));
  },
});
