import { and, asc, type Column, eq, inArray, isNull, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db";
import { lower } from "../../../db/dialect";
import { comments, replyAddresses, users } from "../../../db/schema";
import { staffRoles } from "../../core/access";
import { atOnce, someAtOnce } from "../../core/at-once";
import { nothing } from "../../core/fields";
import { engine, mutation, procedure } from "../../core/operation";
import type { Options } from "../../core/settings";
import { isSetUp, queueMail } from "../../services/mail/queue";
import { mailToken } from "../../services/mail/token";
import { hasWithdrawn, noteWithdrawal } from "../../services/mail/withdrawals";
import { addressOf, readOptions } from "../../services/settings/reading";
import { askToConfirm, confirmedAmong } from "./confirming";
import { endings, mailedReplies } from "./limits";
import { commentOfToken } from "./rows";
import * as shape from "./schema";
import { publicTarget, type Target, targetIdOf } from "./targets";

/** The most waiting comments that the owner gets a mail about. */
const MOST_WAITING = 20;

/** The address that turns off mails for a comment's author; its signature is the permission. */
const unsubscribeAddress = (site: string, { id, email }: { id: number; email: string }) =>
  `${site}/unsubscribe/${mailToken("unsubscribe", { id, email })}`;

/**
 * The account of staff that wrote a comment, for a join. The address of any other comment may be anybody's: strangers gave
 * it, or readers, who may give their accounts any.
 */
const ofStaff = (userId: Column) => and(eq(users.id, userId), inArray(users.role, [...staffRoles]));

/** Those of some comments whose authors want replies by mail. */
const wantingAmong = (db: Database, ids: readonly number[]) => {
  const { id, email, ipAddress: ip } = comments;
  return db
    .select({ id, email, ip })
    .from(comments)
    .leftJoin(users, ofStaff(comments.userId))
    .where(and(inArray(id, [...ids]), eq(comments.allowNotification, true), isNull(users.id), ne(email, "")));
};

/** Those of some comments that answer one whose author wants replies by mail, and that nobody was told of. */
const repliesAmong = (db: Database, ids: readonly number[]) => {
  const parents = alias(comments, "parents");
  return db
    .select({
      id: comments.id,
      author: comments.author,
      email: comments.email,
      ip: comments.ipAddress,
      content: comments.content,
      to: { id: parents.id, email: parents.email, staffId: users.id },
    })
    .from(comments)
    .innerJoin(parents, eq(parents.id, comments.parentId))
    .leftJoin(users, ofStaff(parents.userId))
    .where(and(inArray(comments.id, [...ids]), eq(comments.notified, false), eq(parents.allowNotification, true)));
};

/**
 * Mails authors who asked for it when a reply becomes visible: once per reply, never to its own author, so many a day
 * to one address, and only where its reader has agreed or it is that of an account of staff. `mayAsk`: whether the authors may be asked
 * whether they agree.
 */
export async function notifyAuthors(
  db: Database,
  type: shape.TargetType,
  targetId: number,
  ids: readonly number[],
  mayAsk = async () => true,
): Promise<void> {
  if (ids.length === 0) return;
  // At once, since all that write wait for the last answer, and on PostgreSQL each costs a turn of the event loop.
  const [options, target] = await atOnce([readOptions(db), publicTarget(db, type, targetId)]);
  if (!isSetUp(options) || !target) return;
  const site = addressOf(options);
  const [wanting, replies, path] = await atOnce([wantingAmong(db, ids), repliesAmong(db, ids), target.url()]);
  const link = `${site}${path}`;
  /** Asks the authors whether the address they gave is theirs. */
  const askAuthors = async () => {
    for (const each of wanting) await askToConfirm(db, site, { ...each, title: target.title }, new Date(), mayAsk);
  };
  const tell = async () => {
    const confirmed = await confirmedAmong(
      db,
      replies.map(({ to }) => to.email),
    );
    await someAtOnce(replies, async ({ id, author, email, ip, content, to }) => {
      const address = to.email.toLowerCase();
      if (to.staffId === null && !confirmed.has(address)) return;
      if (address === "" || address === email.toLowerCase()) return;
      if ((await mailedReplies.waitFor(address, ip)) !== null) return;
      await queueMail(db, {
        to: to.email,
        template: "commentReply",
        data: {
          author,
          title: target.title,
          comment: content,
          link: `${link}?comment=${id}#comment-${id}`,
          unsubscribe: unsubscribeAddress(site, to),
        },
        dedupeKey: `comment-reply:${id}`,
        onlyWhile: { commentId: id, status: "PUBLISHED", wantedFor: to.id },
      });
    });
  };
  const noted = db
    .update(comments)
    .set({ notified: true })
    .where(inArray(comments.id, [...ids]));
  await atOnce([noted, askAuthors(), tell()]);
}

/** Mails the first administrator about a comment that waits. */
export async function tellOwner(
  db: Database,
  options: Options,
  { title }: Pick<Target, "title">,
  { id, author, content }: { id: number; author: string; content: string },
): Promise<void> {
  if (!isSetUp(options)) return;
  // No more than that are counted: strangers may leave tens of thousands, and all that write wait for this.
  const waiting = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.status, "AUDITING"), eq(comments.spam, false)))
    .orderBy(asc(comments.createTime))
    .limit(MOST_WAITING + 1);
  if (waiting.length > MOST_WAITING) return;
  const [owner] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(inArray(users.role, ["ADMIN"]), eq(users.suspended, false)))
    .orderBy(asc(users.id))
    .limit(1);
  if (!owner) return;
  const site = addressOf(options);
  await queueMail(db, {
    to: owner.email,
    locale: owner.locale,
    template: "commentWaiting",
    data: { author, title, comment: content, link: `${site}/admin/comments` },
    dedupeKey: `comment-waiting:${id}`,
    onlyWhile: { commentId: id, status: "AUDITING" },
  });
}

/**
 * Whether a comment still has this status, strangers still see it where that is to be seen, and mails about replies to
 * `wantedFor` are still wanted: a mail may wait for days.
 */
export async function isStill(
  db: Database,
  { commentId, status, wantedFor }: shape.CommentCondition,
): Promise<boolean> {
  if (wantedFor !== undefined) {
    const isWanted = and(eq(comments.id, wantedFor), eq(comments.allowNotification, true));
    if ((await db.$count(comments, isWanted)) === 0) return false;
  }
  const { targetType, postId, sheetId, journalId, visible } = comments;
  const [row] = await db
    .select({ targetType, postId, sheetId, journalId, visible })
    .from(comments)
    .where(and(eq(comments.id, commentId), eq(comments.status, status)));
  if (!row || status !== "PUBLISHED") return row !== undefined;
  return row.visible && (await publicTarget(db, row.targetType, targetIdOf(row))) !== null;
}

const addressIn = async (db: Database, token: string) => (await commentOfToken(db, "unsubscribe", token)).email;

/** The comments under an address. SQLite's `lower` knows the letters a to z only. */
const ofAddress = (email: string) =>
  inArray(lower(comments.email), [email.toLowerCase(), email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())]);

/** Those of them whose author wants mails about replies. */
const wantedBy = (email: string) => and(eq(comments.allowNotification, true), ofAddress(email));

const endNotifications = mutation("stopNotifications", {
  can: "read the site",
  input: shape.unsubscription,
  output: nothing,
  whenFull: true,
  touches: () => [],
  about: () => ({ subject: "comments", summary: "no more mails about replies" }),
  // Done once each time that they are wanted.
  isBounded: true,
  run: async ({ db, now }, { token }) => {
    const email = await addressIn(db, token);
    // No others: each that is written takes its time, and room where the database keeps the one before.
    await db.update(comments).set({ allowNotification: false }).where(wantedBy(email));
    await db.delete(replyAddresses).where(eq(replyAddresses.email, email.toLowerCase()));
    await noteWithdrawal(db, "replies", email, now);
  },
});

/** Ends mails about replies to an address, by the link in one of them; where they have ended, nothing is noted. */
export const stopNotifications = procedure("stopNotifications", {
  can: "read the site",
  input: shape.unsubscription,
  output: nothing,
  run: async ({ actor }, { token }) => {
    const db = engine().reader;
    const email = await addressIn(db, token);
    await endings.take(email.toLowerCase());
    const address = eq(replyAddresses.email, email.toLowerCase());
    const isOver =
      (await hasWithdrawn(db, "replies", email)) &&
      (await db.$count(replyAddresses, address)) === 0 &&
      (await db.$count(comments, wantedBy(email))) === 0;
    if (!isOver) await endNotifications(actor, { token });
  },
});
