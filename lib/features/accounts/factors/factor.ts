import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { users } from "../../../../db/schema";
import { seal, unseal } from "../../../core/secrets";
import type { FactorProof } from "../credentials-schema";
import { readRecoveryCode, recoveryMark, useRecoveryCode } from "./recovery-codes";
import { stepOf } from "./totp";

const PURPOSE = "second factor";

export const sealKey = (key: string): string => seal(PURPOSE, key);

/** Which kinds of code are accepted; the API accepts no recovery codes, since its field has exactly six characters. */
export type Accepted = "code" | "code or recovery code";

/** Checks a code of this account; null for a wrong one. Uses nothing up yet. */
export async function proofFrom(
  account: { userId: number; mfaKey: string | null },
  typed: string,
  now: Date,
  accepted: Accepted,
): Promise<FactorProof | null> {
  const recovery = accepted === "code or recovery code" ? readRecoveryCode(typed) : null;
  if (recovery !== null) return { kind: "recovery", mark: recoveryMark(account.userId, recovery) };
  if (account.mfaKey === null) return null;
  const step = await stepOf(unseal(PURPOSE, account.mfaKey), typed, now);
  return step === null ? null : { kind: "code", mfaKey: account.mfaKey, step };
}

/**
 * Uses up a proof: a time step or a recovery code works once. Returns false if it was used before or the factor has
 * changed since.
 */
export async function spendProof(db: Database, userId: number, proof: FactorProof, now: Date): Promise<boolean> {
  if (proof.kind === "recovery") return useRecoveryCode(db, userId, proof.mark, now);
  const spent = await db
    .update(users)
    .set({ lastTotpStep: proof.step })
    .where(
      and(
        eq(users.id, userId),
        eq(users.mfaKey, proof.mfaKey),
        or(isNull(users.lastTotpStep), lt(users.lastTotpStep, proof.step)),
      ),
    )
    .returning({ id: users.id });
  return spent.length > 0;
}
