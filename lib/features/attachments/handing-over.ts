import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { attachments } from "../../../db/schema";

/** Makes one account the owner of another's files. */
export async function handOverFiles(db: Database, from: number, to: number): Promise<void> {
  await db.update(attachments).set({ uploaderId: to }).where(eq(attachments.uploaderId, from));
}
