import { eq, like, or } from "drizzle-orm";
import type { Database } from "../../db";
import { posts } from "../../db/schema";
import type { Tag } from "../core/tags";
import { withPictures } from "./pictures";

/**
 * Writes a replaced picture's new size and version into the texts that show it: their addresses of it
 * are kept by browsers for good. What the author wrote stays, so this is no new version of a text. Answers the tags of what has changed.
 */
export async function repin(db: Database, folder: string): Promise<Tag[]> {
  const names = `%/uploads/${folder}/%`;
  const { id, content, workingContent } = posts;
  const rows = await db.select({ id, content, workingContent }).from(posts).where(or(like(content, names), like(workingContent, names)));
  for (const row of rows)
    await db
      .update(posts)
      .set({ content: await withPictures(db, row.content), workingContent: row.workingContent === null ? null : await withPictures(db, row.workingContent) })
      .where(eq(posts.id, row.id));
  return rows.length === 0 ? [] : ["posts", ...rows.map((row) => `post:${row.id}`)];
}
