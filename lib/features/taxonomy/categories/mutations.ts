import { and, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import { columnsFrom, type Database } from "../../../../db";
import { categories, postCategories, posts } from "../../../../db/schema";
import { recordReferences } from "../../references/recording";
import { freeSlug } from "../../../services/slugs/free-slug";
import { someAtOnce } from "../../../core/at-once";
import { AppError, invalid, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { checkLevels, placesBefore, treePlaces, treePlacesBefore } from "../../../core/tree-places";
import { allCategories, findCategory, getCategory } from "./queries";
import { categoryRemoval } from "./removal";
import * as shape from "./schema";
import { type CategoryTree, categoryTree, hasRoom } from "./tree";

type Fields = Partial<z.output<typeof shape.newCategory>>;

// A category's name, slug or password shows on its posts, so they become stale with it.
const touches = () => ["categories"];

/** `id` 0 is a new category. */
const slugFor = (db: Database, given: string | null | undefined, name: string, id = 0): Promise<string> =>
  freeSlug({
    given,
    from: name,
    fallback: "category",
    isTaken: async (slug) =>
      (
        await db
          .select({ id: categories.id })
          .from(categories)
          .where(and(eq(categories.slug, slug), ne(categories.id, id)))
      ).length > 0,
  });

/** Refuses a missing parent; `field` names it in a batch. */
async function checkParent(db: Database, parentId: number | null | undefined, field = "parentId"): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  if (!(await categoryTree(db)).get(parentId)) throw invalid(field, "not_found", `There is no category ${parentId}.`);
}

/** Refuses a change after which a category is inside itself, or too deep. */
async function checkTree(
  db: Database,
  ids: readonly number[],
  fieldOf: (index: number) => string,
  before?: CategoryTree,
): Promise<void> {
  const levels = { one: "A category", all: "Categories", most: shape.MOST_LEVELS };
  checkLevels(await categoryTree(db), ids, fieldOf, levels, before);
}

/**
 * Refuses to delete a category whose password, or whose ancestor's, protects posts. Drafts and the recycle bin count,
 * since their authors would not notice the loss when they publish or restore them.
 */
async function checkLocks(db: Database, categoryId: number): Promise<void> {
  const before = await categoryTree(db);
  if (before.subtree(categoryId).every(({ id }) => before.locksOf([id]).length === 0)) return;
  const after = before.without(categoryId);
  const inside = db
    .select({ postId: postCategories.postId })
    .from(postCategories)
    .where(
      inArray(
        postCategories.categoryId,
        before.subtree(categoryId).map(({ id }) => id),
      ),
    );
  const rows = await db
    .select({ postId: posts.id, categoryId: postCategories.categoryId })
    .from(posts)
    .innerJoin(postCategories, eq(postCategories.postId, posts.id))
    .where(and(eq(posts.password, ""), inArray(posts.id, inside)));
  const categoriesOf = new Map<number, number[]>();
  for (const { postId, categoryId: id } of rows) categoriesOf.set(postId, [...(categoriesOf.get(postId) ?? []), id]);
  const opened = [...categoriesOf.values()].filter((ids) => after.locksOf(ids).length < before.locksOf(ids).length);
  if (opened.length > 0)
    throw new AppError(
      "conflict",
      `Without this category a password would no longer protect ${opened.length} of the posts in it or below it, drafts and the recycle bin included. Give them a password of their own or move them to another protected category; if everybody may read them, take the password off the category first.`,
      { reason: "category_protects" },
    );
}

const columns = (given: Fields) => columnsFrom(given, categories, ["slug"]);

async function change(
  db: Database,
  id: number,
  given: Fields & { name: string },
  now: Date,
  field?: string,
): Promise<void> {
  const [before] = await db.select().from(categories).where(eq(categories.id, id));
  if (!before) throw notFound();
  await checkParent(db, given.parentId, field);
  const slug = given.slug === undefined ? before.slug : await slugFor(db, given.slug, given.name, id);
  await db
    .update(categories)
    .set({ ...columns(given), slug, updateTime: now })
    .where(eq(categories.id, id));
  await recordReferences(db, "category", id, { ...columns(given), slug });
}

/** Creates a category, at the top or inside another. */
export const createCategory = mutation("createCategory", {
  can: "manage taxonomy",
  input: shape.newCategory,
  output: shape.managedCategory,
  example: { name: "Engines", slug: "engines", description: "Everything with cogs.", priority: 10 },
  touches,
  about: (_input, category) => ({ subject: `category:${category.id}`, summary: category.name }),
  run: async ({ db, now }, given) => {
    await checkParent(db, given.parentId);
    if (!(await hasRoom(db)))
      throw new AppError("conflict", `There are ${shape.MOST_CATEGORIES} categories already. Delete some first.`, {
        reason: "too_many_categories",
      });
    const slug = await slugFor(db, given.slug, given.name);
    const [row] = await db
      .insert(categories)
      .values({ ...columns(given), name: given.name, slug, createTime: now, updateTime: now })
      .returning({ id: categories.id });
    if (!row) throw new Error("the category was not stored");
    await checkTree(db, [row.id], () => "parentId");
    await recordReferences(db, "category", row.id, { ...columns(given), slug }, { isNew: true });
    return findCategory(db, now, { id: row.id });
  },
});

/** Changes the given fields. */
export const updateCategory = mutation("updateCategory", {
  can: "manage taxonomy",
  input: shape.categoryChanges,
  output: shape.managedCategory,
  example: { categoryId: 1, name: "Engines", description: "Everything with cogs and cards." },
  touches,
  about: (_input, category) => ({ subject: `category:${category.id}`, summary: category.name }),
  reread: (context, { categoryId }) => getCategory.within(context, { categoryId }),
  run: async ({ db, now }, given) => {
    if (given.id !== undefined && given.id !== null && given.id !== given.categoryId)
      throw invalid("id", "wrong_value", "Leave this out, or send the number of the category itself.");
    const before = await categoryTree(db);
    await change(db, given.categoryId, given, now);
    await checkTree(db, [given.categoryId], () => "parentId", before);
    return findCategory(db, now, { id: given.categoryId });
  },
});

/** Changes several categories (order, place) in one transaction. */
export const updateCategories = mutation("updateCategories", {
  can: "manage taxonomy",
  input: shape.categoryBatch,
  output: z.array(shape.managedCategory),
  example: {
    items: [
      { id: 1, name: "Engines", priority: 20 },
      { id: 2, name: "Looms", parentId: 1 },
    ],
  },
  touches,
  about: ({ items }) => ({ subject: "categories", summary: `${items.length} changed` }),
  run: async ({ db, now }, { items }) => {
    const before = await categoryTree(db);
    for (const [index, item] of items.entries()) await change(db, item.id, item, now, `items.${index}.parentId`);
    // Checked at the end: two categories that swap places are inside each other on the way.
    const ids = items.map((item) => item.id);
    await checkTree(db, ids, (index) => `items.${index}.parentId`, before);
    const changed = new Set(ids);
    return (await allCategories(db, now)).filter((category) => changed.has(category.id));
  },
});

/** Moves categories in the tree; returns the places before. */
export const placeCategories = mutation("placeCategories", {
  can: "manage taxonomy",
  input: treePlaces,
  output: treePlacesBefore,
  example: { items: [{ id: 2, parentId: null, priority: 1 }] },
  refusals: ["stale"],
  touches,
  about: ({ items }) => ({ subject: "categories", summary: `${items.length} put into another order` }),
  run: async ({ db, now }, { items }) => {
    const tree = await categoryTree(db);
    const before = placesBefore(tree, items);
    await someAtOnce(items, ({ id, parentId, priority }) =>
      db.update(categories).set({ parentId, priority, updateTime: now }).where(eq(categories.id, id)),
    );
    await checkTree(
      db,
      items.map(({ id }) => id),
      (index) => `items.${index}.parentId`,
      tree,
    );
    return before;
  },
});

/**
 * Deletes a category; its posts stay, its children move up to its parent. Refused (409) while posts would lose a
 * password.
 */
export const deleteCategory = mutation("deleteCategory", {
  can: "manage taxonomy",
  input: shape.categoryRef,
  output: nothing,
  summary:
    "Its posts stay; its subcategories move up. Refused with 409 if some of these posts would lose their password protection.",
  whenFull: true,
  touches,
  about: ({ categoryId }) => ({ subject: `category:${categoryId}`, summary: "deleted" }),
  run: async (context, { categoryId }) => {
    await checkLocks(context.db, categoryId);
    await categoryRemoval.remove(context, [categoryId]);
  },
});
