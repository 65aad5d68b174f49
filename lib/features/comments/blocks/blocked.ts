import { inArray, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { commentBlocks } from "../../../../db/schema";
import { valuesOf } from "./values";

/** Whether comments of this author are refused. */
export async function isBlocked(db: Database, author: { ip: string | null; email: string }): Promise<boolean> {
  const values = valuesOf(author);
  if (values.length === 0) return false;
  const named = Object.fromEntries(values.map((value, i) => [`value${i}`, value]));
  const rows = await prepared(db, `comment-blocks:${values.length}`, (on) =>
    on
      .select({ id: commentBlocks.id })
      .from(commentBlocks)
      .where(
        inArray(
          commentBlocks.value,
          values.map((_value, i) => sql.placeholder(`value${i}`)),
        ),
      )
      .limit(1),
  ).execute(named);
  return rows.length > 0;
}
