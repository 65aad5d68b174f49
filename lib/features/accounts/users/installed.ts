import { type Database, prepared } from "../../../../db";
import { users } from "../../../../db/schema";
import { remembered } from "../../../core/remembered";

/** Whether the site has an account; until then anyone may install it. */
export const isInstalled = (db: Database): Promise<boolean> =>
  remembered(db, "is installed", { cacheKeys: ["site"] }, async () => {
    const rows = await prepared(db, "is-installed", (on) => on.select({ id: users.id }).from(users).limit(1)).execute();
    return rows.length > 0;
  });
