import { count, eq } from "drizzle-orm";
import { categories, tags, users } from "../../../db/schema";
import { can } from "../../core/access";
import { env } from "../../core/env";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { hostsBeside } from "../../core/visited-hosts";
import { addressOf, readOptions } from "../../services/settings/reading";
import { countStates } from "../writing/posts/selection";
import * as shape from "./dashboard-schema";

/** The signed-in person, their abilities, and the numbers of everything. */
export const getShell = query("getShell", {
  can: "see the dashboard",
  input: noInput,
  output: shape.shell,
  run: async ({ db, actor, now }) => {
    const [states, [inCategories], [inTags], [inUsers], [own], known] = await Promise.all([
      countStates(db, actor, now),
      db.select({ total: count() }).from(categories),
      db.select({ total: count() }).from(tags),
      db.select({ total: count() }).from(users),
      db
        .select({ nickname: users.nickname })
        .from(users)
        .where(eq(users.id, actor.id ?? 0)),
      readOptions(db),
    ]);
    return {
      userId: actor.id ?? 0,
      nickname: own?.nickname ?? actor.name,
      mayManageTaxonomy: can(actor, "manage taxonomy"),
      mayManageUsers: can(actor, "manage users"),
      mayEditEveryPost: can(actor, "edit every post"),
      siteUrl: addressOf(known),
      // SITE_URL wins over the option.
      mayMoveSite: env.siteUrl === undefined && can(actor, "manage options"),
      visitedHosts: can(actor, "manage options") ? hostsBeside(addressOf(known)) : [],
      posts: states,
      categories: inCategories?.total ?? 0,
      tags: inTags?.total ?? 0,
      users: inUsers?.total ?? 0,
    };
  },
});
