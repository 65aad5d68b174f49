import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../../db";
import { recoveryCodes } from "../../../../db/schema";
import { sign } from "../../../core/secrets";
import { normalized } from "../../../text/normalized";

/** Codes per set. */
const RECOVERY_CODES = 10;
/** Crockford's base32, in which no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 50 bits; enough with limited guesses and marks that need the site's key. */
const LENGTH = 10;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The stored mark of a code. */
export const recoveryMark = (userId: number, code: string): string => sign("recovery code", `${userId} ${code}`);

/** Normalises a typed recovery code; null if it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = normalized(typed, "NFKC")
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return code.length === LENGTH ? code : null;
}

/** Replaces an account's recovery codes and returns the new ones, which are shown once. */
export async function renewRecoveryCodes(db: Database, userId: number, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  await endRecoveryCodes(db, userId);
  await db
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, mark: recoveryMark(userId, code), createTime: now })));
  return [...codes].map(shown);
}

/** Deletes every recovery code of an account. */
export async function endRecoveryCodes(db: Database, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * Uses a code up; false unless it is an unused one of this account. One conditional UPDATE decides between simultaneous
 * uses.
 */
export async function useRecoveryCode(db: Database, userId: number, mark: string, now: Date): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedTime: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.mark, mark), isNull(recoveryCodes.usedTime)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

/** The number of unused recovery codes of an account. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedTime)));
  return row?.left ?? 0;
}
