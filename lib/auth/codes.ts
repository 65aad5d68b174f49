import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "../../db";
import { codes } from "../../db/schema";
import { hashOf } from "./tokens";

/** A code somebody asked for a moment ago: 10 minutes. */
export const CODE_LIFETIME_S = 10 * 60;
/** One address is mailed a code this often at most. Each is good for 10 minutes: whoever else has asked, its owner holds one for 6 more. */
export const MAIL_PACE_S = 200;
/** A code an ADMIN hands to a new colleague, who may be away for the weekend: 7 days. */
export const INVITATION_LIFETIME_S = 7 * 24 * 60 * 60;

/** A password to be set, with a code that was handed over or mailed, and the key of a second factor that was shown and not confirmed yet. */
export type CodePurpose = "set-password" | MailedPurpose | "mfa-key";

/** What strangers can have mailed to an account; the second tells its owner that there is one, and its code leaves nowhere. */
export type MailedPurpose = "mailed-password" | "registered-already";

const newCode = () => randomBytes(16).toString("base64url");

/** Makes a single-use code of 128 bits and stores its hash; an earlier one for the same purpose ends. */
export async function createCode(
  db: Database,
  userId: number,
  purpose: CodePurpose,
  now: Date,
  lifetimeS: number,
): Promise<string> {
  const code = newCode();
  await storeCode(db, { userId, purpose, code, now, lifetimeS });
  return code;
}

/**
 * Makes a code to be mailed; null if one was mailed a moment ago. It ends no other code: whoever asks in somebody's
 * name must not take away what that person was sent.
 */
export async function createMailedCode(
  db: Database,
  userId: number,
  purpose: MailedPurpose,
  now: Date,
): Promise<string | null> {
  const mailed = and(eq(codes.userId, userId), eq(codes.purpose, purpose));
  const [recent] = await db
    .select({ id: codes.id })
    .from(codes)
    .where(and(mailed, gt(codes.createTime, new Date(now.getTime() - MAIL_PACE_S * 1000))));
  if (recent) return null;
  const code = newCode();
  await db.delete(codes).where(and(mailed, lt(codes.expireTime, now)));
  await db.insert(codes).values({
    userId,
    purpose,
    hash: hashOf(code),
    createTime: now,
    expireTime: new Date(now.getTime() + CODE_LIFETIME_S * 1000),
  });
  return code;
}

/** Stores the hash of a code; an earlier one for the same purpose ends. */
export async function storeCode(
  db: Database,
  {
    userId,
    purpose,
    code,
    now,
    lifetimeS,
  }: { userId: number; purpose: CodePurpose; code: string; now: Date; lifetimeS: number },
): Promise<void> {
  await db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose)));
  await db.insert(codes).values({
    userId,
    purpose,
    hash: hashOf(code),
    createTime: now,
    expireTime: new Date(now.getTime() + lifetimeS * 1000),
  });
}

export type GivenCode = { userId: number; purposes: CodePurpose[]; code: string; now: Date };

const open = ({ userId, purposes, code, now }: GivenCode) =>
  and(
    eq(codes.userId, userId),
    inArray(codes.purpose, purposes),
    eq(codes.hash, hashOf(code)),
    isNull(codes.usedTime),
    gt(codes.expireTime, now),
  );

/** Whether a code is this account's, neither used nor expired. */
export async function isOpen(db: Database, given: GivenCode): Promise<boolean> {
  return (await db.select({ id: codes.id }).from(codes).where(open(given))).length > 0;
}

/** Uses a code up; false if it is unknown, somebody else's, expired or used. One conditional UPDATE decides who of several wins. */
export async function takeCode(db: Database, given: GivenCode): Promise<boolean> {
  return (
    (await db.update(codes).set({ usedTime: given.now }).where(open(given)).returning({ id: codes.id })).length > 0
  );
}

/** Ends every code of an account. */
export async function endCodesOf(db: Database, userId: number): Promise<void> {
  await db.delete(codes).where(eq(codes.userId, userId));
}
