import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../../db";
import { codes } from "../../../../db/schema";
import { latestNow } from "../../../core/latest-now";
import { hashOf } from "./tokens";

/** Lifetime of a code that was asked for: 10 minutes. */
export const CODE_LIFETIME_S = 10 * 60;
/**
 * The shortest time between two codes for one address. Each is valid for 10 minutes, so its owner has one for 6 more,
 * whoever else asks.
 */
export const MAIL_PACE_S = 200;
/** Lifetime of a code that an ADMIN hands to a new colleague: 7 days. */
export const INVITATION_LIFETIME_S = 7 * 24 * 60 * 60;

/** A new password, by a code that was handed over or mailed; and the key of a second factor before it is confirmed. */
export type CodePurpose = "set-password" | MailedPurpose | "mfa-key";

/** Codes that strangers can have mailed to an account; the second only tells its owner of the account. */
export type MailedPurpose = "mailed-password" | "registered-already";

const newCode = () => randomBytes(16).toString("base64url");

/** Makes a single-use code of 128 bits and stores its hash; replaces an earlier one for the same purpose. */
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
 * Makes a code to mail; null if one was mailed a moment ago. Other codes stay, so that strangers cannot end the one its
 * owner was sent.
 */
export async function createMailedCode(
  db: Database,
  userId: number,
  purpose: MailedPurpose,
  now: Date,
): Promise<string | null> {
  const mailed = and(eq(codes.userId, userId), eq(codes.purpose, purpose));
  await db.delete(codes).where(and(mailed, or(lt(codes.expireTime, now), gt(codes.createTime, latestNow(now)))));
  const [recent] = await db
    .select({ id: codes.id })
    .from(codes)
    .where(and(mailed, gt(codes.createTime, new Date(now.getTime() - MAIL_PACE_S * 1000))));
  if (recent) return null;
  const code = newCode();
  await db.insert(codes).values({
    userId,
    purpose,
    hash: hashOf(code),
    createTime: now,
    expireTime: new Date(now.getTime() + CODE_LIFETIME_S * 1000),
  });
  return code;
}

/** Stores the hash of a code; replaces an earlier one for the same purpose. */
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
    // One that was made while the clock was ahead would be valid until it is as late again.
    lte(codes.createTime, latestNow(now)),
  );

/** Whether a code is this account's, unused and unexpired. */
export async function isOpen(db: Database, given: GivenCode): Promise<boolean> {
  return (await db.select({ id: codes.id }).from(codes).where(open(given))).length > 0;
}

/**
 * Uses up a code; false if it is unknown, another account's, expired or used. One conditional UPDATE decides between
 * simultaneous uses.
 */
export async function takeCode(db: Database, given: GivenCode): Promise<boolean> {
  return (
    (await db.update(codes).set({ usedTime: given.now }).where(open(given)).returning({ id: codes.id })).length > 0
  );
}

/** Deletes every code of an account. */
export async function endCodesOf(db: Database, userId: number): Promise<void> {
  await db.delete(codes).where(eq(codes.userId, userId));
}

/** Ends the codes that administrators handed over and that nobody has used, for all accounts. */
export async function endHandedCodes(db: Database): Promise<void> {
  await db.delete(codes).where(and(eq(codes.purpose, "set-password"), isNull(codes.usedTime)));
}
