import { desc } from "drizzle-orm";
import { posts } from "../../../db/schema";
import { visitor } from "../../core/access";
import { query } from "../../core/operation";
import { addressOf, readOptions } from "../../services/settings/reading";
import { refuseLockOut } from "../options/lock-out";
import { visibleTo } from "../visibility/posts";
import { addressesBy, postAddresses } from "../writing/posts/permalink";
import { addressChange, addressPlan } from "./schema";

/** The newest posts among which one is looked for whose date is another in another time zone. */
const MOST_LOOKED_AT = 500;

/** What other settings would make of addresses, by the newest public post, or the site's own where there is none. */
export const foreseeAddresses = query("foreseeAddresses", {
  can: "manage options",
  input: addressPlan,
  output: addressChange,
  run: async ({ db, actor, now }, { site_url, post_permalink, site_timezone }) => {
    if (site_url !== undefined) refuseLockOut(actor, site_url, "site_url");
    const options = await readOptions(db);
    const newest = await db
      .select({ slug: posts.slug, createTime: posts.createTime })
      .from(posts)
      .where(visibleTo(visitor, now, "list"))
      .orderBy(desc(posts.createTime), desc(posts.id))
      .limit(site_timezone === undefined ? 1 : MOST_LOOKED_AT);
    const [before, after] = await Promise.all([
      postAddresses(db, newest),
      addressesBy(
        {
          pattern: post_permalink ?? options.post_permalink,
          timeZone: site_timezone ?? options.site_timezone,
        },
        db,
        newest,
      ),
    ]);
    const post = newest.find((each) => before(each) !== after(each)) ?? newest[0];
    const present = addressOf(options) + (post ? before(post) : "/");
    const coming = addressOf({ site_url: site_url ?? options.site_url }) + (post ? after(post) : "/");
    return present === coming ? null : { present, coming };
  },
});
