import { type Database, prepared } from "../../../../db";
import { users } from "../../../../db/schema";

/** Whether the site has an account; until then anyone may install it. */
export async function isInstalled(db: Database): Promise<boolean> {
  const rows = await prepared(db, "is-installed", (on) => on.select({ id: users.id }).from(users).limit(1)).execute();
  return rows.length > 0;
}
