import { asc, inArray } from "drizzle-orm";
import type { Database } from "../../../../db";
import { postCategories, postTags } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { someAtOnce } from "../../../core/at-once";
import { AppError, invalid } from "../../../core/errors";
import { mutation } from "../../../core/operation";
import { requireUnchanged } from "../../../core/way-back";
import { changingOf } from "../changing";
import { aboutSeveral } from "../collection";
import { staleAfter } from "../stale";
import { post } from "./collection";
import { putRelations } from "./relations";
import * as shape from "./schema";
import { severalOf } from "../several";

// Under which categories and tags several posts are filed.

const { mark } = changingOf(post);
const postsForChange = severalOf(post);
const { whole: touched } = staleAfter(post);

/** The fields that name what a post is filed under. */
type Field = "categoryIds" | "tagIds";
type Ids = readonly number[];
type Filing = { postId: number; after: (before: Ids) => Ids; from?: Ids | undefined };

const rowsOf = {
  categoryIds: (db: Database, ids: Ids) =>
    db
      .select({ postId: postCategories.postId, id: postCategories.categoryId })
      .from(postCategories)
      .where(inArray(postCategories.postId, [...ids]))
      .orderBy(asc(postCategories.position)),
  tagIds: (db: Database, ids: Ids) =>
    db
      .select({ postId: postTags.postId, id: postTags.tagId })
      .from(postTags)
      .where(inArray(postTags.postId, [...ids]))
      .orderBy(asc(postTags.position)),
};

/** The most places of several posts, before and after a change: to file 800 under 500 tags took half a minute. */
export const MOST_PLACES = 20_000;

function refuseMany(places: number, posts: number): void {
  if (places <= MOST_PLACES || posts === 1) return;
  const message = `These ${posts} posts have more than ${MOST_PLACES} places together. Choose fewer at once.`;
  throw new AppError("too_large", message, { reason: "too_many_places" });
}

/** What each of these posts is filed under, in order. */
async function filedUnder(db: Database, field: Field, ids: Ids): Promise<Map<number, number[]>> {
  const [table, post] = field === "tagIds" ? [postTags, postTags.postId] : [postCategories, postCategories.postId];
  refuseMany(await db.$count(table, inArray(post, [...ids])), ids.length);
  const lists = new Map(ids.map((id) => [id, [] as number[]]));
  for (const row of await rowsOf[field](db, ids)) lists.get(row.postId)?.push(row.id);
  return lists;
}

/** Files each post; answers what it was filed under before, and is now. */
async function file(db: Database, actor: Actor, field: Field, items: readonly Filing[], now: Date) {
  const ids = items.map((item) => item.postId);
  const rows = await postsForChange(db, actor, ids, now);
  const lists = await filedUnder(db, field, ids);
  const wanted = rows.map((row, i) => {
    const before = lists.get(row.id) ?? [];
    return { row, before, after: [...(items[i]?.after(before) ?? before)], from: items[i]?.from };
  });
  const places = wanted.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
  refuseMany(places, ids.length);
  for (const { before, after, from } of wanted)
    requireUnchanged({ [field]: after, from: from && { [field]: from } }, { [field]: before });
  const changed = wanted.filter(({ before, after }) => after.join() !== before.join());
  await someAtOnce(changed, async ({ row, after }) => {
    await mark(db, row, {}, now);
    await putRelations(db, row.id, { [field]: after }, false);
  });
  return wanted.map(({ row, before, after }) => ({ postId: row.id, before, after }));
}

/** What posts are filed under after some is added and some removed; what is neither stays. */
function afterChange(field: string, add: Ids, remove: Ids): (before: Ids) => Ids {
  const gone = new Set(remove);
  const both = add.find((id) => gone.has(id));
  if (both !== undefined)
    throw invalid("remove", "wrong_value", `${field} ${both} cannot be added and removed at once.`);
  return (before) => [...new Set([...before, ...add])].filter((id) => !gone.has(id));
}

const tagsBefore = (filed: Awaited<ReturnType<typeof file>>) => ({
  before: filed.map(({ postId, before, after }) => ({ postId, tagIds: before, from: { tagIds: after } })),
});
const categoriesBefore = (filed: Awaited<ReturnType<typeof file>>) => ({
  before: filed.map(({ postId, before, after }) => ({ postId, categoryIds: before, from: { categoryIds: after } })),
});
const idsOf = (items: readonly { postId: number }[]) => items.map(({ postId }) => postId);

/** Adds tags to several posts and removes others; returns the tags before. */
export const tagPosts = mutation("tagPosts", {
  can: "write posts",
  input: shape.postsFiling,
  output: shape.tagsBefore,
  touches: ({ items }) => touched(items),
  about: ({ items }) => aboutSeveral(post, items, "tags"),
  run: async ({ db, actor, now }, { items, add = [], remove = [] }) => {
    const after = afterChange("Tag", add, remove);
    return tagsBefore(
      await file(
        db,
        actor,
        "tagIds",
        items.map((postId) => ({ postId, after })),
        now,
      ),
    );
  },
});

/** Sets the tags of each post, such as those that `tagPosts` returned. */
export const setPostsTags = mutation("setPostsTags", {
  can: "write posts",
  input: shape.postsTags,
  output: shape.tagsBefore,
  example: { items: [{ postId: 1, tagIds: [1, 2] }] },
  touches: ({ items }) => touched(idsOf(items)),
  about: ({ items }) => aboutSeveral(post, idsOf(items), "tags of each"),
  run: async ({ db, actor, now }, { items }) =>
    tagsBefore(
      await file(
        db,
        actor,
        "tagIds",
        items.map(({ postId, tagIds, from }) => ({ postId, after: () => tagIds, from: from?.tagIds })),
        now,
      ),
    ),
});

/** Puts several posts into categories and takes them out of others; returns the categories before. */
export const categorizePosts = mutation("categorizePosts", {
  can: "write posts",
  input: shape.postsFiling,
  output: shape.categoriesBefore,
  touches: ({ items }) => touched(items),
  about: ({ items }) => aboutSeveral(post, items, "categories"),
  run: async ({ db, actor, now }, { items, add = [], remove = [] }) => {
    const after = afterChange("Category", add, remove);
    return categoriesBefore(
      await file(
        db,
        actor,
        "categoryIds",
        items.map((postId) => ({ postId, after })),
        now,
      ),
    );
  },
});

/** Sets the categories of each post, such as those that `categorizePosts` returned. */
export const setPostsCategories = mutation("setPostsCategories", {
  can: "write posts",
  input: shape.postsCategories,
  output: shape.categoriesBefore,
  example: { items: [{ postId: 1, categoryIds: [2] }] },
  touches: ({ items }) => touched(idsOf(items)),
  about: ({ items }) => aboutSeveral(post, idsOf(items), "categories of each"),
  run: async ({ db, actor, now }, { items }) =>
    categoriesBefore(
      await file(
        db,
        actor,
        "categoryIds",
        items.map(({ postId, categoryIds, from }) => ({ postId, after: () => categoryIds, from: from?.categoryIds })),
        now,
      ),
    ),
});
