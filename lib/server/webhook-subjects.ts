import { and, eq } from "drizzle-orm";
import { posts } from "../../db/schema";
import { visitor } from "../core/access";
import { engine } from "../core/operation";
import { getPublicPost } from "../posts/queries";
import { visibleTo } from "../posts/visibility";
import type { Lookups } from "../webhooks/announcing";

/** What changes without anybody's change of the record. */
const passing = new Set(["visits", "likes", "commentCount", "version", "updateTime"]);
const lasting = (record: object): Record<string, unknown> => Object.fromEntries(Object.entries(record).filter(([name]) => !passing.has(name)));

/** How the records that webhooks are told of look to the public: one line a kind. */
export const lookups: Lookups = {
  post: async (postId) => {
    const db = engine().reader;
    const now = new Date();
    const [row] = await db.select({ status: posts.status, createTime: posts.createTime, publishedTime: posts.publishedTime }).from(posts).where(eq(posts.id, postId));
    if (!row) return null;
    const [listed] = await db.select({ id: posts.id }).from(posts).where(and(eq(posts.id, postId), visibleTo(visitor, now, "list")));
    const dueAt = row.status === "PUBLISHED" && row.createTime > now ? row.createTime : null;
    if (!listed) return { isPublic: false, dueAt, since: row.publishedTime, data: { id: postId, status: row.status } };
    return { isPublic: true, dueAt, since: row.publishedTime, data: lasting(await getPublicPost(visitor, { postId })) };
  },
};
