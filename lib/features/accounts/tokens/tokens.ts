import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gte, inArray, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { tokens, users } from "../../../../db/schema";
import { atOnce } from "../../../core/at-once";
import { type Actor, isStaff, type Role, roles, type Scope } from "../../../core/access";
import { shared } from "../../../core/shared";
import { SharedRate } from "../../../services/limits/rate";
import type { TokenPair } from "../credentials-schema";

const ACCESS_LIFETIME_S = 24 * 60 * 60;
const REFRESH_LIFETIME_S = 30 * 24 * 60 * 60;

/** The stored form of a strong secret: its SHA-256. Nothing slower is needed for 128 random bits and more. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** 256 random bits as 43 characters. */
export function newSecret(): string {
  const secret = randomBytes(32).toString("base64url");
  // `bs_` marks a personal access token; one in 262,144 others would start so by chance.
  return secret.startsWith("bs_") ? newSecret() : secret;
}

/**
 * The most tokens of one account beside its personal ones: some hundred sign-ins, or a program that refreshes every
 * half hour. Anybody may be a reader, with any number of accounts, and each could leave 150 KB for good.
 */
const MOST_TOKENS = { staff: 500, reader: 40 };
/** Rows that are deleted at once. */
const MOST_AT_ONCE = 100;

/** Whose account it is. */
export type Holder = { userId: number; role: Actor["role"] };

/**
 * Deletes the account's tokens that have expired, and its oldest ones that leave no room for these; it can make as many
 * as it asks for.
 */
async function makeRoom(db: Database, { userId, role }: Holder, hashes: string[], now: Date): Promise<void> {
  const most = isStaff({ role }) ? MOST_TOKENS.staff : MOST_TOKENS.reader;
  const own = eq(tokens.userId, userId);
  const others = and(own, ne(tokens.kind, "PERSONAL"), notInArray(tokens.hash, hashes), gte(tokens.expireTime, now));
  const beyond = db
    .select({ id: tokens.id })
    .from(tokens)
    .where(others)
    .orderBy(desc(tokens.id))
    .limit(MOST_AT_ONCE)
    .offset(most - hashes.length);
  await db.delete(tokens).where(and(own, or(lt(tokens.expireTime, now), inArray(tokens.id, beyond))));
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Stores a new access and refresh token; without `family` they begin one. Ends the account's oldest beyond a number. */
export async function issueTokens(db: Database, holder: Holder, now: Date, family = newSecret()): Promise<TokenPair> {
  const [accessToken, refreshToken] = [newSecret(), newSecret()];
  const [access, refresh] = [hashOf(accessToken), hashOf(refreshToken)];
  const common = { userId: holder.userId, family, createTime: now };
  await atOnce([
    db.insert(tokens).values([
      { ...common, kind: "ACCESS", hash: access, expireTime: after(now, ACCESS_LIFETIME_S) },
      { ...common, kind: "REFRESH", hash: refresh, expireTime: after(now, REFRESH_LIFETIME_S) },
    ]),
    makeRoom(db, holder, [access, refresh], now),
  ]);
  return { accessToken, refreshToken, tokenType: "Bearer", expiresIn: ACCESS_LIFETIME_S };
}

export type Exchange = { tokens: TokenPair | null; reused: { userId: number; family: string } | null };

const nothingGiven: Exchange = { tokens: null, reused: null };

/**
 * Exchanges of one account that only reads and comments in an hour. Each writes 20 KB to the disk, and anybody may have such
 * an account: one of them alone kept it writing ten megabytes a second.
 */
const exchanges = shared(
  "exchanges of tokens",
  () => new SharedRate("exchanges of tokens", "exchanges of tokens", 300, 60 * 60 * 1000),
);

/** Exchanges a refresh token for new tokens; one conditional UPDATE decides between simultaneous uses. */
export async function exchangeToken(db: Database, refreshToken: string, now: Date): Promise<Exchange> {
  const ofToken = and(eq(tokens.hash, hashOf(refreshToken)), eq(tokens.kind, "REFRESH"));
  const [token] = await db
    .select({ userId: tokens.userId, family: tokens.family, expireTime: tokens.expireTime })
    .from(tokens)
    .where(ofToken);
  if (!token || token.expireTime <= now) return nothingGiven;
  const { suspended, role } = users;
  const [account] = await db.select({ suspended, role }).from(users).where(eq(users.id, token.userId));
  if (!account || account.suspended) return nothingGiven;
  const holder: Holder = { userId: token.userId, role: roles.find((known) => known === account.role) ?? "VISITOR" };
  if (!isStaff(holder)) await exchanges.take(String(token.userId));

  const [won] = await db
    .update(tokens)
    .set({ usedTime: now })
    .where(and(ofToken, isNull(tokens.usedTime)))
    .returning({ id: tokens.id });
  if (won) return { tokens: await issueTokens(db, holder, now, token.family), reused: null };
  const [still] = await db.select({ id: tokens.id }).from(tokens).where(ofToken);
  return still ? { tokens: null, reused: { userId: token.userId, family: token.family } } : nothingGiven;
}

/** Ends every token of one sign-in. */
export async function endFamily(db: Database, userId: number, family: string): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.userId, userId), eq(tokens.family, family)));
}

/** Ends every token of an account except those of one sign-in. */
export async function endTokensOf(db: Database, userId: number, keep: number | null = null): Promise<void> {
  const [kept] =
    keep === null ? [] : await db.select({ family: tokens.family }).from(tokens).where(eq(tokens.id, keep));
  await db.delete(tokens).where(and(eq(tokens.userId, userId), kept && ne(tokens.family, kept.family)));
}

/** Deletes the account's expired tokens. */
export async function purgeTokens(db: Database, userId: number, now: Date): Promise<void> {
  await db.delete(tokens).where(and(eq(tokens.userId, userId), lt(tokens.expireTime, now)));
}

export type TokenOwner = { id: number; role: Role; name: string; tokenId: number; scopes: readonly Scope[] | null };

/** The last use of a personal token is stored again after 5 minutes. */
const LAST_USE_PRECISION_MS = 5 * 60 * 1000;

/**
 * The account of an access token, read for every request; null when it is unknown, expired, or its owner is suspended.
 * `stale`: its last use should be stored.
 */
export async function findTokenOwner(
  db: Database,
  token: string,
  now: Date,
): Promise<{ owner: TokenOwner; stale: boolean } | null> {
  const [row] = await prepared(db, "token-owner", (on) =>
    on
      .select({
        id: users.id,
        role: users.role,
        name: users.username,
        tokenId: tokens.id,
        suspended: users.suspended,
        expireTime: tokens.expireTime,
        kind: tokens.kind,
        scopes: tokens.scopes,
        lastUseTime: tokens.lastUseTime,
      })
      .from(tokens)
      .innerJoin(users, eq(users.id, tokens.userId))
      .where(and(eq(tokens.hash, sql.placeholder("hash")), ne(tokens.kind, "REFRESH"))),
  ).execute({ hash: hashOf(token) });
  const role = roles.find((known) => known === row?.role);
  if (!row || !role || row.suspended || row.expireTime <= now) return null;
  const isPersonal = row.kind === "PERSONAL";
  return {
    // A personal token without scopes reaches nothing.
    owner: { id: row.id, role, name: row.name, tokenId: row.tokenId, scopes: isPersonal ? (row.scopes ?? []) : null },
    stale:
      isPersonal && (row.lastUseTime === null || now.getTime() - row.lastUseTime.getTime() > LAST_USE_PRECISION_MS),
  };
}
