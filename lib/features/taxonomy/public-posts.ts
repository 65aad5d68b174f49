import { and, count, eq } from "drizzle-orm";
import { aside, type Database } from "../../../db";
import { postCategories, posts, postTags } from "../../../db/schema";
import { isUnlisted } from "../visibility/posts";

const places = {
  tags: { table: postTags, id: postTags.tagId },
  categories: { table: postCategories, id: postCategories.categoryId },
} as const;

/**
 * The number of public posts of each tag, or directly in each category: all of its posts, which an index counts,
 * without those that are not public, which are few. To look up each public post would take several times as long.
 */
export async function publicPostsOf(db: Database, kind: keyof typeof places, now: Date): Promise<Map<number, number>> {
  const { table, id } = places[kind];
  const reader = aside(db, "pages");
  const [all, hidden] = await Promise.all([
    reader.select({ id, total: count() }).from(table).groupBy(id),
    reader
      .select({ id, total: count() })
      .from(posts)
      // SQLite begins with the left table of a cross join.
      .crossJoin(table)
      .where(and(eq(table.postId, posts.id), isUnlisted(now)))
      .groupBy(id),
  ]);
  const hiddenOf = new Map(hidden.map((row) => [row.id, row.total]));
  return new Map(all.map((row) => [row.id, row.total - (hiddenOf.get(row.id) ?? 0)]));
}
