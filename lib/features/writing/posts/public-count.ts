import { count } from "drizzle-orm";
import { aside, type Database, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { remembered } from "../../../core/remembered";
import { visibleTo } from "../../visibility/posts";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";

/** The number of public posts, which counting would read from a whole index; kept until a post is saved. */
export const countPublicPosts = (db: Database): Promise<number> =>
  remembered(db, "public posts", { cacheKeys: ["post-places"], until: untilPublication }, async () => {
    const counted = prepared(aside(db, "pages"), "public-posts-count", (on) =>
      on
        .select({ total: count() })
        .from(posts)
        .where(visibleTo(visitor, present, "list")),
    );
    return (await counted.execute({ now: new Date() }))[0]?.total ?? 0;
  });
