import { and, eq, ne, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { postRedirects, posts } from "../../db/schema";
import { freeSlug } from "../content/free-slug";

const slugTaken = (db: Database) =>
  prepared(db, "post-slug-taken", (on) =>
    on
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.slug, sql.placeholder("slug")), ne(posts.id, sql.placeholder("postId")))),
  );

/** The address a post gets. `postId` 0 is a new post. */
export const slugFor = (db: Database, given: string | null | undefined, title: string, postId = 0): Promise<string> =>
  freeSlug({
    given,
    from: title,
    fallback: "post",
    isTaken: async (slug) => (await slugTaken(db).execute({ slug, postId })).length > 0,
  });

/** Lets the old address of a published post lead to it for good; the address it has now leads nowhere else. */
export async function keepRedirect(db: Database, postId: number, from: string | null, to: string): Promise<void> {
  await prepared(db, "no-redirect", (on) => on.delete(postRedirects).where(eq(postRedirects.slug, sql.placeholder("slug")))).execute({ slug: to });
  if (from !== null && from !== to) await db.insert(postRedirects).values({ slug: from, postId }).onConflictDoUpdate({ target: postRedirects.slug, set: { postId } });
}
