import { and, asc, eq, gt, lte, notInArray, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { mailings, posts } from "../../../db/schema";
import { visitor } from "../../core/access";
import { toAppError } from "../../core/errors";
import type { MailData, MailItem } from "../../services/mail/schema";
import { addressOf, readOptions } from "../../services/settings/reading";
import { visibleTo } from "../visibility/posts";
import { getPublicPost } from "../writing/posts/queries";
import { isNews } from "./planning";

/** The most posts in the mail of a week. */
const MOST_OF_WEEK = 50;

type Mailing = typeof mailings.$inferSelect;
export type Letter =
  | { template: "followedPost"; data: MailData<"followedPost">; items: MailItem[] }
  | { template: "followedWeek"; data: MailData<"followedWeek">; items: MailItem[] };

/** A post as any stranger may read it now; null where one may not, or needs a password. */
async function readableItem(site: string, postId: number): Promise<(MailItem & { createTime: Date }) | null> {
  try {
    const post = await getPublicPost(visitor, { postId });
    if (post.locked) return null;
    return { title: post.title, text: post.summary ?? "", link: site + post.url, createTime: post.createTime };
  } catch (thrown) {
    if (toAppError(thrown).code === "not_found") return null;
    throw thrown;
  }
}

/** The posts that became public within a week, unless their author wanted them mailed to nobody. */
async function postsOfWeek(db: Database, from: Date, until: Date): Promise<number[]> {
  const { createTime, publishedTime } = posts;
  const skipped = db
    .select({ id: mailings.postId })
    .from(mailings)
    .where(and(eq(mailings.state, "SKIPPED"), gt(mailings.postId, 0)));
  const rows = await db
    .select({ id: posts.id, createTime })
    .from(posts)
    .where(
      and(
        visibleTo(visitor, new Date(), "list"),
        lte(createTime, until),
        lte(publishedTime, until),
        or(gt(createTime, from), gt(publishedTime, from)),
        notInArray(posts.id, skipped),
      ),
    )
    .orderBy(asc(createTime), asc(posts.id))
    .limit(MOST_OF_WEEK);
  return rows.filter((row) => isNews(row.createTime, until)).map(({ id }) => id);
}

/** What a mailing says at this moment; null where there is nothing that any stranger may read. */
export async function letterOf(db: Database, { postId, fromTime, untilTime }: Mailing): Promise<Letter | null> {
  const site = addressOf(await readOptions(db));
  const ids = postId !== null ? [postId] : fromTime && untilTime ? await postsOfWeek(db, fromTime, untilTime) : [];
  const found = [];
  for (const id of ids) {
    const item = await readableItem(site, id);
    if (item) found.push(item);
  }
  const items = found.map(({ createTime: _createTime, ...item }) => item);
  const [first] = found;
  if (!first) return null;
  if (postId === null) return { template: "followedWeek", data: { link: site }, items };
  return isNews(first.createTime, new Date())
    ? { template: "followedPost", data: { title: first.title, link: first.link }, items }
    : null;
}
