import { eq } from "drizzle-orm";
import { z } from "zod";
import { type Database } from "../../db";
import { categories, postCategories, posts } from "../../db/schema";
import { can, visitor } from "../core/access";
import { notFound } from "../core/errors";
import { noInput, slugRef } from "../core/fields";
import { query } from "../core/operation";
import { visibleTo } from "../posts/visibility";
import * as shape from "./schema";
import { type CategoryTree, categoryTree } from "./tree";

/** Posts that anyone can find, for each category with those below it; a post in two of them counts once. */
async function postCounts(db: Database, tree: CategoryTree, now: Date): Promise<Map<number, number>> {
  const rows = await db
    .select({ categoryId: postCategories.categoryId, postId: postCategories.postId })
    .from(postCategories)
    .innerJoin(posts, eq(posts.id, postCategories.postId))
    .where(visibleTo(visitor, now, "list"));
  const found = new Map<number, Set<number>>();
  for (const row of rows)
    for (const node of tree.ancestry(row.categoryId)) {
      const inside = found.get(node.id);
      if (inside) inside.add(row.postId);
      else found.set(node.id, new Set([row.postId]));
    }
  return new Map([...found].map(([id, inside]) => [id, inside.size]));
}

/** Every category in display order, with what is derived from the tree. */
export async function allCategories(db: Database, now: Date) {
  const tree = await categoryTree(db);
  const rows = await db.select().from(categories);
  const counts = await postCounts(db, tree, now);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return tree.subtree(null).flatMap(({ id }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [{ ...row, url: `/categories/${encodeURIComponent(row.slug)}`, postCount: counts.get(id) ?? 0, fullPath: tree.fullPath(id), locked: tree.locksOf([id]).length > 0 }];
  });
}

const reads = () => ["categories", "posts"];

/** The whole tree, flat, in display order; passwords for those who may see them. */
export const listCategories = query("listCategories", {
  can: "write posts",
  input: noInput,
  output: z.array(shape.managedCategory),
  reads,
  run: async ({ db, actor, now }) => {
    const all = await allCategories(db, now);
    return can(actor, "see passwords of categories") ? all : all.map((category) => ({ ...category, password: undefined }));
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

/** One category to work on. */
export const getCategory = query("getCategory", {
  can: "write posts",
  input: shape.categoryRef,
  output: shape.managedCategory,
  reads,
  run: async ({ db, actor, now }, { categoryId }) => {
    const found = (await allCategories(db, now)).find((category) => category.id === categoryId);
    if (!found) throw notFound();
    const { password, ...category } = found;
    return can(actor, "see passwords of categories") ? { ...category, password } : category;
  },
});

/** One category by its address. */
export const getCategoryBySlug = query("getCategoryBySlug", {
  can: "read the site",
  input: slugRef,
  output: shape.category,
  reads,
  run: async ({ db, now }, { slug }) => {
    const found = (await allCategories(db, now)).find((category) => category.slug === slug);
    if (!found) throw notFound();
    return found;
  },
});
