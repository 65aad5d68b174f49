import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { matching } from "../../../../db/keyword";
import { idsOnPage, inOrder } from "../../../../db/pages";
import { posts, postTags, tags } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { addressPage, MOST_WHOLE, partOf, slugRef, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { remembered, rememberedOf } from "../../../core/remembered";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import { publicPostsOf } from "../public-posts";
import * as shape from "./schema";

/** Its page. */
export const tagUrl = (slug: string) => `/tags/${encodeURIComponent(slug)}`;

/** The number of public posts of each tag. */
const postCounts = (db: Database, now: Date): Promise<ReadonlyMap<number, number>> =>
  remembered(db, "posts of tags", { cacheKeys: ["post-places", "tags"], until: untilPublication }, () =>
    publicPostsOf(db, "tags", now),
  );

/** The number of public posts with a tag. Its page asks for it more than once, so it is counted once until it may change. */
export const postsWithTag = (db: Database, now: Date, id: number): Promise<number> =>
  rememberedOf(
    db,
    "posts with a tag",
    { cacheKeys: ["post-places", "tags"], until: untilPublication },
    id,
    async () =>
      (
        await prepared(db, "posts-with-tag", (on) =>
          on
            .select({ total: count() })
            .from(postTags)
            .innerJoin(posts, eq(posts.id, postTags.postId))
            .where(and(eq(postTags.tagId, sql.placeholder("id")), visibleTo(visitor, present, "list"))),
        ).execute({ id, now })
      )[0]?.total ?? 0,
  );

/** The same row with its address and its number of public posts. */
async function counted(db: Database, now: Date, rows: readonly (typeof tags.$inferSelect)[]) {
  const totals = await postCounts(db, now);
  return rows.map((row) => ({ ...row, url: tagUrl(row.slug), postCount: totals.get(row.id) ?? 0 }));
}

/** The numbers of the tags with the most public posts, these first. */
const leadingIds = (db: Database, now: Date): Promise<readonly number[]> =>
  remembered(db, "leading tags", { cacheKeys: ["post-places", "tags"], until: untilPublication }, async () => {
    const totals = [...(await postCounts(db, now))].filter(([, total]) => total > 0);
    return totals
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, MOST_WHOLE)
      .map(([id]) => id);
  });

/** One tag, with its number of public posts. */
export async function findTag(db: Database, now: Date, by: { id: number } | { slug: string }) {
  const key = "id" in by ? "id" : "slug";
  const [row] = await prepared(db, `tag:${key}`, (on) =>
    on
      .select(getTableColumns(tags))
      .from(tags)
      .where(eq(tags[key], sql.placeholder(key))),
  ).execute(by);
  if (!row) throw notFound();
  return { ...row, url: tagUrl(row.slug), postCount: await postsWithTag(db, now, row.id) };
}

const reads = () => ["tags", "post-places"];

/** A page of the tags that match, with their numbers of public posts. */
export const searchTags = query("searchTags", {
  can: "write posts",
  input: shape.tagSearch,
  output: shape.tagsPage,
  run: async ({ db, now }, { page, size, sort, keyword }) => {
    const where = keyword ? matching(keyword, tags.name, tags.slug) : undefined;
    const [[by, isDown] = ["name", false]] = sortOrder(sort);
    const order = (isDown ? desc : asc)(by === "createTime" ? tags.createTime : lower(tags.name));
    const { ids, total } = await idsOnPage(db, tags, {
      where,
      order: [order, asc(tags.id)],
      page,
      size,
      looksAtAll: Boolean(keyword),
    });
    const rows = await db.select(getTableColumns(tags)).from(tags).where(inArray(tags.id, ids));
    const totals = await db
      .select({ tagId: postTags.tagId, total: count() })
      .from(postTags)
      // SQLite begins with the left table of a cross join; by itself it would go through every public post.
      .crossJoin(posts)
      .where(and(inArray(postTags.tagId, ids), eq(posts.id, postTags.postId), visibleTo(visitor, now, "list")))
      .groupBy(postTags.tagId);
    const postsOf = new Map(totals.map(({ tagId, total }) => [tagId, total]));
    const items = inOrder(rows, ids).map((row) => ({
      ...row,
      url: tagUrl(row.slug),
      postCount: postsOf.get(row.id) ?? 0,
    }));
    return { items, total };
  },
});

/** A part of the tags by name: whole as long as they are few. */
async function partOfTags(db: Database, now: Date, part: z.output<typeof shape.tagsPart>) {
  const order = [asc(lower(tags.name)), asc(tags.id)];
  const { ids, total } = await idsOnPage(db, tags, {
    where: undefined,
    order,
    ...partOf(part),
    looksAtAll: false,
    isPublic: true,
  });
  const rows = await db.select(getTableColumns(tags)).from(tags).where(inArray(tags.id, ids));
  return { items: await counted(db, now, inOrder(rows, ids)), total };
}

/** The tags by name, for authors. */
export const listTags = query("listTags", {
  can: "write posts",
  input: shape.tagsPart,
  output: shape.tagsPage,
  run: ({ db, now }, part) => partOfTags(db, now, part),
});

/** The tags by name, for anyone. */
export const listPublicTags = query("listPublicTags", {
  can: "read the site",
  input: shape.tagsPart,
  output: shape.tagsPage,
  reads,
  run: ({ db, now }, part) => partOfTags(db, now, part),
});

/** The tags with the most public posts, by name; `most` of them. */
export const listLeadingTags = query("listLeadingTags", {
  can: "read the site",
  input: shape.leadingTags,
  output: shape.tags,
  reads,
  run: async ({ db, now }, { most = MOST_WHOLE }) => {
    const ids = (await leadingIds(db, now)).slice(0, most);
    return counted(
      db,
      now,
      await db.select(getTableColumns(tags)).from(tags).where(inArray(tags.id, ids)).orderBy(asc(tags.name)),
    );
  },
});

/** The addresses of tags, for the site's map. */
export const listTagAddresses = query("listTagAddresses", {
  can: "read the site",
  input: addressPage,
  output: shape.tagAddresses,
  reads: () => ["tags"],
  run: async ({ db }, { page, size }) => {
    const [all] = await db.select({ total: count() }).from(tags);
    const rows = await db
      .select({ slug: tags.slug })
      .from(tags)
      .orderBy(asc(tags.id))
      .limit(size)
      .offset((page - 1) * size);
    return { items: rows.map(({ slug }) => ({ url: tagUrl(slug) })), total: all?.total ?? 0 };
  },
});

/** One tag in the dashboard. */
export const getTag = query("getTag", {
  can: "write posts",
  input: shape.tagRef,
  output: shape.tag,
  run: ({ db, now }, { tagId }) => findTag(db, now, { id: tagId }),
});

/** One tag by its slug. */
export const getTagBySlug = query("getTagBySlug", {
  can: "read the site",
  input: slugRef,
  output: shape.tag,
  reads,
  run: ({ db, now }, by) => findTag(db, now, by),
});
