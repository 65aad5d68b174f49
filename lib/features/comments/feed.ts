import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { comments } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { query } from "../../core/operation";
import * as shape from "./schema";
import { COMMENT_FEEDS, commentsOn, publicTarget, readsBelow, targetIdOf } from "./targets";

/** Comments are looked at in parts; how many parts at most, since all of the newest may be on protected texts. */
const [PART, MOST_PARTS] = [100, 5];

/**
 * The newest comments that readers see, on all texts or on one post. Their numbers are found by an index first: strangers
 * may write tens of thousands below one post, which were all read to be put in order.
 */
async function newest(db: Database, postId: number | undefined, part: number) {
  const byTime = [desc(comments.createTime), desc(comments.id)];
  return prepared(db, `newest-comments:${postId !== undefined}`, (on) => {
    const numbers = on
      .select({ id: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.visible, true),
          postId === undefined ? undefined : eq(comments.postId, sql.placeholder("post")),
        ),
      )
      .orderBy(...byTime)
      .limit(PART)
      .offset(sql.placeholder("offset"));
    return on
      .select({
        id: comments.id,
        type: comments.targetType,
        at: { postId: comments.postId, sheetId: comments.sheetId, journalId: comments.journalId },
        author: comments.author,
        html: comments.html,
        createTime: comments.createTime,
        updateTime: comments.updateTime,
      })
      .from(comments)
      .where(inArray(comments.id, numbers))
      .orderBy(...byTime);
  }).execute({ offset: part * PART, ...(postId !== undefined && { post: postId }) });
}

/** The newest comments on texts that everybody may read, or on one post, for a feed of them. */
export const listFeedComments = query("listFeedComments", {
  can: "read the site",
  input: shape.commentFeed,
  output: shape.feedComments,
  reads: ({ postId }) =>
    postId === undefined
      ? ["posts", "sheets", "journals", "categories", COMMENT_FEEDS, ...shape.targetType.options.map(commentsOn)]
      : readsBelow("POST", postId),
  run: async ({ db }, { size, postId }) => {
    const targets = new Map<string, { title: string; url: string } | null>();
    const targetOf = async (type: shape.TargetType, id: number) => {
      const name = `${type}:${id}`;
      if (!targets.has(name)) {
        const found = await publicTarget(db, type, id);
        targets.set(name, found && { title: found.title, url: await found.url() });
      }
      return targets.get(name) ?? null;
    };
    const post = postId === undefined ? null : await targetOf("POST", postId);
    if (postId !== undefined && post === null) throw notFound();
    const items: shape.FeedComment[] = [];
    for (let part = 0; part < MOST_PARTS && items.length < size; part += 1) {
      const rows = await newest(db, postId, part);
      // Of some at once, and of no more than are shown: on PostgreSQL each question waits for a turn of the event loop.
      const named = rows.slice(0, size).map(({ type, at }) => [type, targetIdOf(at)] as const);
      const unknown = new Map(named.map((each) => [each.join(":"), each]));
      await someAtOnce([...unknown.values()], ([type, id]) => targetOf(type, id));
      for (const { type, at, ...row } of rows) {
        if (items.length >= size) break;
        const target = await targetOf(type, targetIdOf(at));
        if (target) items.push({ ...row, target });
      }
      if (rows.length < PART) break;
    }
    return { post, items };
  },
});
