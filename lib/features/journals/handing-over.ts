import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { journals } from "../../../db/schema";

/** Makes one account the author of another's journal. */
export async function handOverJournals(db: Database, from: number, to: number): Promise<void> {
  await db.update(journals).set({ authorId: to }).where(eq(journals.authorId, from));
}
