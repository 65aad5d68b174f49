import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { mailings, posts } from "../../../db/schema";
import type { Context } from "../../core/operation";
import { canBeFollowed } from "../../services/mail/queue";
import { readOptions } from "../../services/settings/reading";
import type { SavedPost } from "../writing/saved";
import { isLive } from "../writing/saves";
import { enqueueMailing } from "./jobs";

/** A post with an older date is no news: a program that fills the site with texts of years mails nobody. */
const NEWS_MS = 30 * 24 * 60 * 60 * 1000;

export const isNews = (createTime: Date, now: Date): boolean => now.getTime() - createTime.getTime() < NEWS_MS;

const mailingOf = async (db: Database, postId: number) =>
  (await db.select().from(mailings).where(eq(mailings.postId, postId)))[0];

/** Whether the publication of a post is mailed: it was never live before, or nothing went out yet. */
export async function mayBeMailed(db: Database, postId: number | null): Promise<boolean> {
  if (!canBeFollowed(await readOptions(db))) return false;
  if (postId === null) return true;
  const mailing = await mailingOf(db, postId);
  if (mailing) return mailing.state === "PLANNED";
  const [post] = await db.select({ publishedTime: posts.publishedTime }).from(posts).where(eq(posts.id, postId));
  return post?.publishedTime === null;
}

/**
 * Plans the mails about a post when it goes live for the first time ever, in the transaction that saves it. It goes out
 * when strangers may read it, which is asked again then; what is saved later plans nothing anew.
 */
export async function planMailing(
  { db, now }: Pick<Context, "db" | "now">,
  before: SavedPost | null,
  after: SavedPost,
  wanted: boolean,
): Promise<void> {
  if (!isLive(after.status)) return;
  if (before?.publishedTime == null) {
    if (!canBeFollowed(await readOptions(db)) || !isNews(after.createTime, now)) return;
    const state = wanted ? "PLANNED" : "SKIPPED";
    await db.insert(mailings).values({ postId: after.id, state, createTime: now }).onConflictDoNothing();
  }
  const mailing = await mailingOf(db, after.id);
  if (mailing?.state !== "PLANNED") return;
  if (!wanted) {
    await db.update(mailings).set({ state: "SKIPPED" }).where(eq(mailings.id, mailing.id));
    return;
  }
  if (after.status !== "PUBLISHED") return;
  const runAt = after.createTime > now ? after.createTime : now;
  await enqueueMailing(db, { ...mailing, title: after.title, runAt }, now);
}
