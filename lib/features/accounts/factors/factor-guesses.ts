import { and, eq, gt } from "drizzle-orm";
import { sessions } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { type AttemptKey, loginAttempts } from "../../../services/limits/attempts";
import { networkOf } from "../../../services/limits/networks";
import { engine } from "../../../core/operation";
import type { Account } from "../users/credentials";
import { type Accepted, proofFrom } from "./factor";
import { readRecoveryCode } from "./recovery-codes";
import type { FactorProof } from "../credentials-schema";
import { hashOf } from "../tokens/tokens";

/**
 * The most wrong codes a day for one account from all unknown networks together. Three of a million codes are right at
 * any time.
 */
const MOST_IN_A_DAY = 20;
const DAY_MS = 86_400_000;

/** Whether a browser in this network is signed in to the account. */
async function isKnownNetwork(userId: number, ip: string | null): Promise<boolean> {
  const rows = await engine()
    .reader.select({ ip: sessions.ip })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expireTime, new Date())));
  return ip !== null && rows.some((row) => row.ip !== null && networkOf(row.ip) === networkOf(ip));
}

/**
 * Only somebody with the right password can use up these guesses, and a new password resets them. Meanwhile the owner
 * gets in from a network with a signed-in browser, or with a recovery code, which is too long to guess.
 */
async function accountKeys(
  actor: Actor,
  { userId, passwordHash }: Account,
  code: string,
  accepted: Accepted,
): Promise<AttemptKey[]> {
  const isRecoveryCode = accepted === "code or recovery code" && readRecoveryCode(code) !== null;
  if (isRecoveryCode || (await isKnownNetwork(userId, actor.ip))) return [];
  return [
    {
      name: `second factor of ${userId} with ${hashOf(passwordHash)}`,
      most: MOST_IN_A_DAY,
      clears: false,
      windowMs: DAY_MS,
    },
  ];
}

/**
 * Runs one guess at the second factor after a right password, counted before the code is checked; null is a wrong or
 * used code.
 */
export async function factorGuess<T>(
  actor: Actor,
  account: Account,
  code: string,
  accepted: Accepted,
  start: (proof: FactorProof) => Promise<T | null>,
): Promise<T | null> {
  return loginAttempts.attempt(
    await accountKeys(actor, account, code, accepted),
    async () => {
      const proof = await proofFrom(account, code, new Date(), accepted);
      return proof && start(proof);
    },
    (answer) => (answer === null ? "failed" : "passed"),
  );
}
