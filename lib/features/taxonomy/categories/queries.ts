import { and, count, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { aside, type Database, prepared } from "../../../../db";
import { categories, postCategories, posts } from "../../../../db/schema";
import { can, visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { noInput, slugRef } from "../../../core/fields";
import { breathing } from "../../../core/giving-way";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";
import { isUnlisted, visibleTo } from "../../visibility/posts";
import { publicPostsOf } from "../public-posts";
import * as shape from "./schema";
import { type CategoryTree, categoryTree } from "./tree";

/** The number of public posts in a category and those below it; a post in two of them counts once. */
async function postCount(db: Database, tree: CategoryTree, id: number, now: Date): Promise<number> {
  const ids = tree.subtree(id).map((node) => node.id);
  const [counted] = await prepared(db, `posts-in-categories:${ids.length}`, (on) => {
    const places = ids.map((_, i) => sql.placeholder(`id${i}`));
    const inside = on
      .select({ postId: postCategories.postId })
      .from(postCategories)
      .where(inArray(postCategories.categoryId, places));
    return on
      .select({ total: count() })
      .from(posts)
      .where(and(inArray(posts.id, inside), visibleTo(visitor, present, "list")));
  }).execute({ now, ...Object.fromEntries(ids.map((each, i) => [`id${i}`, each])) });
  return counted?.total ?? 0;
}

/** Rows that are read at once; a post is in fewer categories. */
const PIECE = 5_000;

/** Some of the places of posts, those of the posts after this one, each post whole. */
async function placesAfter(db: Database, postId: number): Promise<{ categoryId: number; postId: number }[]> {
  const rows = await prepared(db, "categories-of-posts", (on) =>
    on
      .select({ categoryId: postCategories.categoryId, postId: postCategories.postId })
      .from(postCategories)
      .where(gt(postCategories.postId, sql.placeholder("after")))
      .orderBy(postCategories.postId)
      .limit(PIECE),
  ).execute({ after: postId });
  if (rows.length < PIECE) return rows;
  const cut = rows.at(-1)?.postId;
  return rows.filter((row) => row.postId !== cut);
}

/** The same for each category. */
const postCounts = (db: Database, tree: CategoryTree, now: Date): Promise<ReadonlyMap<number, number>> =>
  remembered(
    db,
    "posts of categories",
    { cacheKeys: ["post-places", "categories"], until: untilPublication },
    async () => {
      const counts = await publicPostsOf(db, "categories", now);
      const nested = new Set(tree.all().flatMap(({ id, parentId }) => (parentId === null ? [] : [id, parentId])));
      if (nested.size === 0) return counts;
      for (const id of nested) counts.delete(id);
      const hidden = await prepared(aside(db, "pages"), "hidden-posts", (on) =>
        on.select({ id: posts.id }).from(posts).where(isUnlisted(present)),
      ).execute({ now });
      const hiddenIds = new Set(hidden.map(({ id }) => id));
      const lastIn = new Map<number, number>();
      const breathe = breathing();
      for (
        let rows = await placesAfter(db, 0);
        rows.length > 0;
        rows = await placesAfter(db, rows.at(-1)?.postId ?? 0)
      ) {
        await breathe();
        for (const { categoryId, postId } of rows) {
          if (!nested.has(categoryId) || hiddenIds.has(postId)) continue;
          for (const { id } of tree.ancestry(categoryId)) {
            if (lastIn.get(id) === postId) continue;
            lastIn.set(id, postId);
            counts.set(id, (counts.get(id) ?? 0) + 1);
          }
        }
      }
      return counts;
    },
  );

const whole = (row: typeof categories.$inferSelect, tree: CategoryTree, total: number) => ({
  ...row,
  url: `/categories/${encodeURIComponent(row.slug)}`,
  postCount: total,
  fullPath: tree.fullPath(row.id),
  locked: tree.locksOf([row.id]).length > 0,
});

/** Every category in display order, with data derived from the tree. */
export async function allCategories(db: Database, now: Date) {
  const tree = await categoryTree(db);
  const rows = await db.select().from(categories);
  const counts = await postCounts(db, tree, now);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return tree.subtree(null).flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [whole(row, tree, counts.get(id) ?? 0)] : [];
  });
}

/** One category with the same. */
export async function findCategory(db: Database, now: Date, by: { id: number } | { slug: string }) {
  const key = "id" in by ? "id" : "slug";
  const [row] = await prepared(db, `category:${key}`, (on) =>
    on
      .select()
      .from(categories)
      .where(eq(categories[key], sql.placeholder(key))),
  ).execute(by);
  if (!row) throw notFound();
  const tree = await categoryTree(db);
  return whole(row, tree, await postCount(db, tree, row.id, now));
}

const reads = () => ["categories", "post-places"];

/** The whole tree, flat, in display order; passwords for those who may see them. */
export const listCategories = query("listCategories", {
  can: "write posts",
  input: noInput,
  output: z.array(shape.managedCategory),
  run: async ({ db, actor, now }) => {
    const all = await allCategories(db, now);
    return can(actor, "see passwords of categories")
      ? all
      : all.map((category) => ({ ...category, password: undefined }));
  },
});

/** The whole tree as anyone may see it. */
export const listPublicCategories = query("listPublicCategories", {
  can: "read the site",
  input: noInput,
  output: z.array(shape.category),
  reads,
  run: ({ db, now }) => allCategories(db, now),
});

/** One category in the dashboard. */
export const getCategory = query("getCategory", {
  can: "write posts",
  input: shape.categoryRef,
  output: shape.managedCategory,
  run: async ({ db, actor, now }, { categoryId }) => {
    const { password, ...category } = await findCategory(db, now, { id: categoryId });
    return can(actor, "see passwords of categories") ? { ...category, password } : category;
  },
});

/** One category by its slug. */
export const getCategoryBySlug = query("getCategoryBySlug", {
  can: "read the site",
  input: slugRef,
  output: shape.category,
  reads,
  run: ({ db, now }, by) => findCategory(db, now, by),
});
