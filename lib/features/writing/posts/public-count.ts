import { count } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { remembered } from "../../../core/remembered";
import { visibleTo } from "../../visibility/posts";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";

/** The number of public posts, which counting would read from a whole index; kept until a post is saved. */
export const countPublic = (db: Database, counted: () => Promise<number>) =>
  remembered(db, "public posts", { cacheKeys: ["post-places"], until: untilPublication }, counted);

/** The same, where nothing else is asked. */
export const countPublicPosts = (db: Database): Promise<number> =>
  countPublic(db, async () => {
    const statement = prepared(db, "post-addresses-count", (on) =>
      on
        .select({ total: count() })
        .from(posts)
        .where(visibleTo(visitor, present, "list")),
    );
    return (await statement.execute({ now: new Date() }))[0]?.total ?? 0;
  });
