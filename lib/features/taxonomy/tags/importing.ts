import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { postTags, tags } from "../../../../db/schema";
import { importingInto } from "../../references/importing";
import { tagKey } from "./names";

/** Tags from another system. */
export const importedTags = importingInto("tag", tags);

/** Every tag's number by the key of its name (`tagKey`). */
export async function tagsByName(db: Database): Promise<Map<string, number>> {
  const rows = await db.select({ id: tags.id, name: tags.name }).from(tags);
  return new Map(rows.map(({ id, name }) => [tagKey(name), id]));
}

/** Whether another tag has this slug. */
export async function isTagSlugTaken(db: Database, slug: string, id = 0): Promise<boolean> {
  const rows = await db
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.slug, slug), ne(tags.id, id)));
  return rows.length > 0;
}

/** Whether posts have this tag. */
export async function isTagUsed(db: Database, id: number): Promise<boolean> {
  const rows = await db.select({ id: postTags.postId }).from(postTags).where(eq(postTags.tagId, id)).limit(1);
  return rows.length > 0;
}
