import { ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { tags } from "../../../../db/schema";
import { conflict } from "../../../core/errors";
import { normalized } from "../../../text/normalized";

/** A tag's name as it is compared with others. */
export const tagKey = (name: string): string => normalized(name, "NFC").toLowerCase();

/** Refuses a second tag of the same name; `id` 0 is a new tag. */
export async function checkName(db: Database, name: string, id = 0): Promise<void> {
  // Compared here, since SQLite ignores the case of a to z only.
  const rows = await db.select({ id: tags.id, name: tags.name }).from(tags).where(ne(tags.id, id));
  if (rows.some((row) => tagKey(row.name) === tagKey(name)))
    throw conflict("name", "There is already a tag with this name.");
}
