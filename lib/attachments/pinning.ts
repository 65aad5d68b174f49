import { eq, like, or } from "drizzle-orm";
import type { Database } from "../../db";
import { journals, posts, sheets } from "../../db/schema";
import type { Tag } from "../core/tags";
import { withPictures } from "./pictures";

/**
 * Writes a replaced picture's new size and version into the texts that show it: their addresses of it
 * are kept by browsers for good. What the author wrote stays, so this is no new version of a text.
 * Answers the tags of what has changed.
 */
export async function repin(db: Database, folder: string): Promise<Tag[]> {
  const names = `%/uploads/${folder}/%`;
  const stale = new Set<Tag>();
  for (const [table, all, one] of [[posts, "posts", "post"], [sheets, "sheets", "sheet"]] as const) {
    const { id, content, workingContent } = table;
    for (const row of await db.select({ id, content, workingContent }).from(table).where(or(like(content, names), like(workingContent, names)))) {
      const working = row.workingContent === null ? null : await withPictures(db, row.workingContent);
      await db.update(table).set({ content: await withPictures(db, row.content), workingContent: working }).where(eq(id, row.id));
      stale.add(all).add(`${one}:${row.id}`);
    }
  }
  const { id, content } = journals;
  for (const row of await db.select({ id, content }).from(journals).where(like(content, names))) {
    await db.update(journals).set({ content: await withPictures(db, row.content) }).where(eq(id, row.id));
    stale.add("journals").add(`journal:${row.id}`);
  }
  return [...stale];
}
