import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../db";
import { postRedirects, posts } from "../../db/schema";
import { freeSlug } from "../content/free-slug";

/** The address a post gets. `postId` 0 is a new post. */
export const slugFor = (db: Database, given: string | null | undefined, title: string, postId = 0): Promise<string> =>
  freeSlug({
    given,
    from: title,
    fallback: "post",
    isTaken: async (slug) => (await db.select({ id: posts.id }).from(posts).where(and(eq(posts.slug, slug), ne(posts.id, postId)))).length > 0,
  });

/** Lets the old address of a published post lead to it for good; the address it has now leads nowhere else. */
export async function keepRedirect(db: Database, postId: number, from: string | null, to: string): Promise<void> {
  await db.delete(postRedirects).where(eq(postRedirects.slug, to));
  if (from !== null && from !== to) await db.insert(postRedirects).values({ slug: from, postId }).onConflictDoUpdate({ target: postRedirects.slug, set: { postId } });
}
