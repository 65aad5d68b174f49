import { and, asc, desc, eq, gt, gte, lt, lte, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { visibleTo } from "../../visibility/posts";
import { present, visibilityKey } from "../../visibility/texts";
import * as shape from "../schema";
import { postAddresses } from "./permalink";

const pointInTime = sql.param(sql.placeholder("at"), posts.createTime);

/**
 * The nearest published post on one side of another, by date. It has both bounds of the time, so that the index is read
 * from there.
 */
async function neighbour(
  db: Database,
  side: "previous" | "next",
  { at, id, now }: { at: Date; id: number; now: Date },
) {
  const [reach, beyond, order] = side === "previous" ? ([lte, lt, desc] as const) : ([gte, gt, asc] as const);
  const [row] = await prepared(
    db,
    `neighbour:${side}`,
    (on) =>
      on
        .select({ title: posts.title, slug: posts.slug, createTime: posts.createTime })
        .from(posts)
        .where(
          and(
            visibleTo(visitor, present, "list"),
            reach(posts.createTime, pointInTime),
            or(beyond(posts.createTime, pointInTime), beyond(posts.id, sql.placeholder("id"))),
          ),
        )
        .orderBy(order(posts.createTime), order(posts.id))
        .limit(1),
    // Of two upper bounds SQLite starts at the first, so the nearer one comes first.
  ).execute({ at, id, now: side === "previous" && at < now ? at : now });
  return row ? { title: row.title, url: (await postAddresses(db, [row]))(row) } : null;
}

/** The posts published before and after one, by date. */
export const getNeighbours = query("getNeighbours", {
  can: "read the site",
  input: shape.postRef,
  output: shape.neighbours,
  reads: () => ["post-places"],
  run: async ({ db, actor, now }, { postId: id }) => {
    const [here] = await prepared(db, `time-of-post:${visibilityKey(actor)}`, (on) =>
      on
        .select({ at: posts.createTime })
        .from(posts)
        .where(and(eq(posts.id, sql.placeholder("id")), visibleTo(actor, present, "around"))),
    ).execute({ id, now });
    if (!here) throw notFound();
    const values = { at: here.at, id, now };
    return { previous: await neighbour(db, "previous", values), next: await neighbour(db, "next", values) };
  },
});
