import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../db";
import { codes } from "../../db/schema";
import { hashOf } from "./tokens";

/** A code somebody asked for a moment ago: 10 minutes. */
export const CODE_LIFETIME_S = 10 * 60;
/** A code an ADMIN hands to a new colleague, who may be away for the weekend: 7 days. */
export const INVITATION_LIFETIME_S = 7 * 24 * 60 * 60;

export type CodePurpose = "set-password";

/** Makes a single-use code of 128 bits and stores its hash; an earlier one for the same purpose ends. */
export async function createCode(db: Database, userId: number, purpose: CodePurpose, now: Date, lifetimeS: number): Promise<string> {
  const code = randomBytes(16).toString("base64url");
  await db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose)));
  await db.insert(codes).values({ userId, purpose, hash: hashOf(code), createTime: now, expireTime: new Date(now.getTime() + lifetimeS * 1000) });
  return code;
}

/** Ends every code of an account. */
export async function endCodesOf(db: Database, userId: number): Promise<void> {
  await db.delete(codes).where(eq(codes.userId, userId));
}
