import { and, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { posts } from "../../../../db/schema";
import { type Actor, authorizeEdit } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { visibleTo } from "../../visibility/posts";

const chosen = {
  id: posts.id,
  title: posts.title,
  createTime: posts.createTime,
  authorId: posts.authorId,
  status: posts.status,
  password: posts.password,
  publishedTime: posts.publishedTime,
  recycledTime: posts.recycledTime,
  version: posts.version,
};
export type Chosen = Pick<typeof posts.$inferSelect, keyof typeof chosen>;

/** Posts in the given order; this actor must be allowed to change each. */
export async function postsForChange(db: Database, actor: Actor, ids: readonly number[], now: Date): Promise<Chosen[]> {
  const rows = await db
    .select(chosen)
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), visibleTo(actor, now, "dashboard")));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    authorizeEdit(actor, row);
    return row;
  });
}
