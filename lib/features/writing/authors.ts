import { eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { users } from "../../../db/schema";
import type { Actor } from "../../core/access";

/** The joined author columns of a row; here for the author of a new one. */
export async function authorColumnsOf(
  db: Database,
  actor: Actor,
): Promise<{ authorNickname: string | null; authorAvatar: string | null }> {
  const [row] = await prepared(db, "author", (on) =>
    on
      .select({ authorNickname: users.nickname, authorAvatar: users.avatar })
      .from(users)
      .where(eq(users.id, sql.placeholder("id"))),
  ).execute({ id: actor.id ?? 0 });
  return row ?? { authorNickname: null, authorAvatar: null };
}
