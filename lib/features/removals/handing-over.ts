import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { removedRecords } from "../../../db/schema";

/** Makes one account the owner of what another deleted of its own. */
export async function handOverRemoved(db: Database, from: number, to: number): Promise<void> {
  await db.update(removedRecords).set({ ownerId: to }).where(eq(removedRecords.ownerId, from));
}
