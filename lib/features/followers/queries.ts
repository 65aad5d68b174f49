import { and, asc, count, desc, eq, gt, inArray } from "drizzle-orm";
import { ordering } from "../../../db/expressions";
import { matching } from "../../../db/keyword";
import { idsOnPage, inOrder } from "../../../db/pages";
import { followers, posts } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput, pageOf, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { canBeFollowed } from "../../services/mail/queue";
import { readOptions } from "../../services/settings/reading";
import { visibleTo } from "../visibility/posts";
import { mayBeMailed } from "./planning";
import * as shape from "./schema";

const sortable = { email: followers.email, createTime: followers.createTime, bounces: followers.bounces };

const selected = ({
  status,
  keyword,
}: {
  status?: shape.Follower["status"] | "all" | undefined;
  keyword?: string | undefined;
}) =>
  and(
    status === undefined || status === "all" ? undefined : eq(followers.status, status),
    keyword ? matching(keyword, followers.email) : undefined,
  );

/** Those who follow the site by mail, the latest first. */
export const listFollowers = query("listFollowers", {
  can: "manage followers",
  input: shape.followerFilters,
  output: pageOf(shape.follower),
  run: async ({ db }, { page, size, sort, ...filters }) => {
    const order = ordering(sortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, followers, {
      where: selected(filters),
      order: [...(order.length > 0 ? order : [desc(followers.createTime)]), desc(followers.id)],
      page,
      size,
      looksAtAll: Boolean(filters.keyword),
    });
    const rows = await db.select().from(followers).where(inArray(followers.id, ids));
    return { items: inOrder(rows, ids), total };
  },
});

/** One of them. */
export const getFollower = query("getFollower", {
  can: "manage followers",
  input: shape.followerRef,
  output: shape.follower,
  run: async ({ db }, { id }) => {
    const [row] = await db.select().from(followers).where(eq(followers.id, id));
    if (!row) throw notFound();
    return row;
  },
});

/** Those after one, in the order of their numbers, so that a whole list can be read in pages. */
export const exportFollowers = query("exportFollowers", {
  can: "manage followers",
  input: shape.followerExport,
  output: shape.followerLines,
  run: ({ db }, { after }) =>
    db
      .select()
      .from(followers)
      .where(after === undefined ? undefined : gt(followers.id, after))
      .orderBy(asc(followers.id))
      .limit(shape.exportPage),
});

/** How many there are in each state, and whether readers can follow. */
export const countFollowers = query("countFollowers", {
  can: "manage followers",
  input: noInput,
  output: shape.followerCounts,
  run: async ({ db }) => {
    const { status, rhythm } = followers;
    const rows = await db.select({ status, rhythm, total: count() }).from(followers).groupBy(status, rhythm);
    const of = (which: (row: { status: string; rhythm: string }) => boolean) =>
      rows.filter(which).reduce((sum, { total }) => sum + total, 0);
    const following = (row: { status: string }) => row.status === "FOLLOWING";
    return {
      all: of(() => true),
      FOLLOWING: of(following),
      WAITING: of((row) => row.status === "WAITING"),
      BOUNCED: of((row) => row.status === "BOUNCED"),
      each: of((row) => following(row) && row.rhythm === "EACH"),
      weekly: of((row) => following(row) && row.rhythm === "WEEKLY"),
      on: canBeFollowed(await readOptions(db)),
    };
  },
});

/** What the publication of a post would mail. */
export const getMailingPlan = query("getMailingPlan", {
  can: "write posts",
  input: shape.mailingQuestion,
  output: shape.mailingPlan,
  run: async ({ db, actor, now }, { postId }) => {
    // Of others' posts nobody learns here whether they are there.
    if (
      postId !== null &&
      (await db.$count(posts, and(eq(posts.id, postId), visibleTo(actor, now, "dashboard")))) === 0
    )
      throw notFound();
    if (!(await mayBeMailed(db, postId))) return { isDue: false, followers: 0 };
    const each = and(eq(followers.status, "FOLLOWING"), eq(followers.rhythm, "EACH"));
    return { isDue: true, followers: await db.$count(followers, each) };
  },
});
