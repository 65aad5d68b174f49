import { and, eq, gt, lt, or, type Param, type SQL } from "drizzle-orm";
import { isNotTrue } from "../../../db/expressions";
import { posts } from "../../../db/schema";
import { visitor } from "../../core/access";
import { visibilityOf } from "./texts";

/** The condition of every reader of posts: one that this actor may not see is not found. */
export const visibleTo = visibilityOf(posts);

/**
 * The condition for posts that no list shows to visitors. They are few, and an index finds them: those in another state,
 * and those whose time is to come.
 */
export const isUnlisted = (now: Date | Param): SQL | undefined =>
  and(
    or(
      lt(posts.status, "PUBLISHED"),
      gt(posts.status, "PUBLISHED"),
      and(eq(posts.status, "PUBLISHED"), gt(posts.createTime, now)),
    ),
    isNotTrue(visibleTo(visitor, now, "list")),
  );
