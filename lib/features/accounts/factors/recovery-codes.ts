import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../../db";
import { recoveryCodes } from "../../../../db/schema";
import { sign } from "../../../core/secrets";

/** How many are made at once. */
const RECOVERY_CODES = 10;
/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 50 bits: enough with guesses limited and marks that only this site's key can make. */
const LENGTH = 10;

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
const shown = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** What is stored of a code. */
export const recoveryMark = (userId: number, code: string): string => sign("recovery code", `${userId} ${code}`);

/** A recovery code as it was typed, in the form that is marked; null if it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return code.length === LENGTH ? code : null;
}

/** Replaces an account's recovery codes and answers the new ones, to be shown once. */
export async function renewRecoveryCodes(db: Database, userId: number, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  await endRecoveryCodes(db, userId);
  await db
    .insert(recoveryCodes)
    .values([...codes].map((code) => ({ userId, mark: recoveryMark(userId, code), createTime: now })));
  return [...codes].map(shown);
}

/** Ends every recovery code of an account. */
export async function endRecoveryCodes(db: Database, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses a code up; false if it is not one of this account's unused ones. One conditional UPDATE decides who of several wins. */
export async function useRecoveryCode(db: Database, userId: number, mark: string, now: Date): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedTime: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.mark, mark), isNull(recoveryCodes.usedTime)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedTime)));
  return row?.left ?? 0;
}
