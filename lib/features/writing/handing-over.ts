import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { posts, sheets } from "../../../db/schema";

/** Makes one account the author of another's posts and sheets. */
export async function handOverTexts(db: Database, from: number, to: number): Promise<void> {
  await db.update(posts).set({ authorId: to }).where(eq(posts.authorId, from));
  await db.update(sheets).set({ authorId: to }).where(eq(sheets.authorId, from));
}
