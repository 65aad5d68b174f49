import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { named } from "../accounts/users/queries";

/** The account that imported records belong to: the named one, or the first ADMIN. */
export async function authorFor(db: Database, username?: string): Promise<{ id: number; username: string }> {
  const which = username === undefined ? and(eq(users.role, "ADMIN"), eq(users.suspended, false)) : named(username);
  const [row] = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(which)
    .orderBy(asc(users.id))
    .limit(1);
  if (row) return row;
  if (username !== undefined)
    throw new AppError("not_found", `There is no account "${username}" that the posts could belong to.`);
  throw new AppError(
    "conflict",
    "There is no account yet to own the posts. Create one first. Make one with `npm run cms -- user create`, or open /setup.",
    { reason: "no_account" },
  );
}
