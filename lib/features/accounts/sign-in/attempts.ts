import { attemptKeys, loginAttempts, type Verdict } from "../../../services/limits/attempts";
import type { Actor } from "../../../core/access";
import { nameKey } from "../schema";
import {
  type Account,
  badCredentials,
  checkCredentials,
  type Checked,
  factorNeeded,
  needsFactor,
  renewedHash,
  wrongFactor,
} from "../users/credentials";
import { askerFrom } from "../passwords/known-networks";
import { requireRoomForPassword } from "../passwords/password";
import { factorGuess } from "../factors/factor-guesses";
import type { CheckedSignIn, Credentials, FactorProof } from "../credentials-schema";
import { keysOfNamed } from "../users/named-guesses";
import { recordSignInFailure } from "./sign-ins";

type Refused = Extract<Checked, { verdict: "wrong" }>;
type Outcome<T> = { verdict: "right"; answer: T } | Refused;

/** Runs one guess at an account as a counted attempt; refusals are counted, recorded and thrown. */
export async function countedGuess<T>(
  actor: Actor,
  username: string,
  guess: () => Promise<Outcome<T>>,
  rightCounts: (answer: T) => Verdict,
): Promise<T> {
  const keys = await keysOfNamed(actor, username, "sign-in", attemptKeys(nameKey(username), actor.ip));
  const outcome = await loginAttempts.attempt(keys, guess, (result) =>
    result.verdict === "right" ? rightCounts(result.answer) : "failed",
  );
  if (outcome.verdict === "right") return outcome.answer;
  await recordSignInFailure(actor, { username, userId: outcome.userId, reason: outcome.reason, ip: actor.ip });
  throw outcome.reason === "factor" ? wrongFactor() : badCredentials();
}

/**
 * Checks name and password as one counted attempt, and runs `next` within it; null from there is a wrong second factor.
 */
export async function withAccount<T>(
  actor: Actor,
  input: Credentials,
  rightCounts: (answer: T) => Verdict,
  next: (account: Account) => Promise<T | null>,
): Promise<T> {
  const asker = await askerFrom(actor);
  requireRoomForPassword(asker);
  return countedGuess(
    actor,
    input.username,
    async (): Promise<Outcome<T>> => {
      const checked = await checkCredentials(input, asker);
      if (checked.verdict === "wrong") return checked;
      const answer = await next(checked.account);
      return answer === null
        ? { verdict: "wrong", userId: checked.account.userId, reason: "factor" }
        : { verdict: "right", answer };
    },
    rightCounts,
  );
}

/**
 * Passes a checked sign-in to the step that stores it; null for a wrong or used code, `mfa_required` where one is
 * missing.
 */
export async function admit<T>(
  actor: Actor,
  account: Account,
  input: Credentials,
  start: (admission: CheckedSignIn) => Promise<T | null>,
): Promise<T | null> {
  const startWith = async (proof: FactorProof | null) =>
    start({
      ...admitted(actor, account),
      newHash: await renewedHash(account, input.password, await askerFrom(actor)),
      proof,
    });
  if (!needsFactor(account)) return startWith(null);
  const code = input.authcode ?? null;
  if (code === null) throw factorNeeded();
  return factorGuess(actor, account, code, "code", startWith);
}

/** The same without a new hash and without a second factor. */
export const admitted = (
  { ip, userAgent }: Actor,
  { userId, username, passwordHash, updateTime }: Account,
): CheckedSignIn => ({
  userId,
  username,
  passwordHash,
  updateTime,
  newHash: null,
  ip,
  userAgent,
  proof: null,
});
