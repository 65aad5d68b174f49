import { and, desc, eq, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { sessions, users } from "../../../../db/schema";
import { isStaff, type Role, roles } from "../../../core/access";
import { atOnce } from "../../../core/at-once";
import { SESSION_LIFETIME_S, type Preferences } from "../../../core/identity";
import { hashOf, type Holder, newSecret } from "../tokens/tokens";

/** A browser that is not used for 30 days is signed out. */
const SESSION_IDLE_S = 30 * 24 * 60 * 60;
/** The last use is stored again after 5 minutes. */
const LAST_USE_PRECISION_MS = 5 * 60 * 1000;

const MOST_USER_AGENT = 400;
/**
 * The most signed-in browsers of one account; the one that was not used for longest is signed out for another. Anybody
 * may be a reader, with any number of accounts.
 */
const MOST_SESSIONS = { staff: 100, reader: 10 };
/** Rows that are deleted at once. */
const MOST_AT_ONCE = 100;

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

/** When a session with these times ends. */
const endOf = (createTime: Date, lastUseTime: Date) =>
  earlier(seconds(createTime, SESSION_LIFETIME_S), seconds(lastUseTime, SESSION_IDLE_S));

/** Stores a new session and returns the secret for the browser; deletes those of the account that have expired or leave no room. */
export async function createSession(
  db: Database,
  { userId, role }: Holder,
  from: { userAgent: string | null; ip: string | null },
  now: Date,
): Promise<string> {
  const secret = newSecret();
  const hash = hashOf(secret);
  const most = isStaff({ role }) ? MOST_SESSIONS.staff : MOST_SESSIONS.reader;
  const beyond = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.hash, hash), gte(sessions.expireTime, now)))
    .orderBy(desc(sessions.lastUseTime), desc(sessions.id))
    .limit(MOST_AT_ONCE)
    .offset(most - 1);
  await atOnce([
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), or(lt(sessions.expireTime, now), inArray(sessions.id, beyond)))),
    db.insert(sessions).values({
      userId,
      hash,
      userAgent: [...(from.userAgent ?? "")].slice(0, MOST_USER_AGENT).join(""),
      ip: from.ip,
      createTime: now,
      lastUseTime: now,
      expireTime: endOf(now, now),
    }),
  ]);
  return secret;
}

export type SessionOwner = { id: number; role: Role; name: string; sessionId: number };

/**
 * The account of a session, read for every request; null when it is unknown, ended, expired, or its owner is suspended.
 * `stale`: its last use should be stored.
 */
export async function findSession(
  db: Database,
  secret: string,
  now: Date,
): Promise<{ owner: SessionOwner; preferences: Preferences; stale: boolean } | null> {
  const [row] = await prepared(db, "session-owner", (on) =>
    on
      .select({
        id: users.id,
        role: users.role,
        name: users.username,
        locale: users.locale,
        timeZone: users.timeZone,
        suspended: users.suspended,
        sessionId: sessions.id,
        lastUseTime: sessions.lastUseTime,
        expireTime: sessions.expireTime,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(sessions.hash, sql.placeholder("hash"))),
  ).execute({ hash: hashOf(secret) });
  const role = roles.find((known) => known === row?.role);
  if (!row || !role || row.suspended || row.expireTime <= now) return null;
  const { id, name, sessionId, locale, timeZone, lastUseTime } = row;
  return {
    owner: { id, role, name, sessionId },
    preferences: { locale, timeZone },
    stale: now.getTime() - lastUseTime.getTime() > LAST_USE_PRECISION_MS,
  };
}

/** Notes that a session is in use, which extends it. */
export async function noteUse(db: Database, sessionId: number, now: Date): Promise<void> {
  const [row] = await db.select({ createTime: sessions.createTime }).from(sessions).where(eq(sessions.id, sessionId));
  if (row)
    await db
      .update(sessions)
      .set({ lastUseTime: now, expireTime: endOf(row.createTime, now) })
      .where(eq(sessions.id, sessionId));
}

/** Ends an account's browser sessions except one. */
export async function endSessionsOf(db: Database, userId: number, keep: number | null = null): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), keep === null ? undefined : ne(sessions.id, keep)));
}
