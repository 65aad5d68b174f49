import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../db";
import { categories } from "../../db/schema";
import { freeSlug } from "../content/free-slug";
import { invalid, notFound } from "../core/errors";
import { nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { allCategories } from "./queries";
import * as shape from "./schema";
import { categoryTree } from "./tree";

type Fields = Partial<z.output<typeof shape.newCategory>>;

// A category's name, slug or password shows on its posts, so they become stale with it.
const touches = () => ["categories", "posts"];

/** `id` 0 is a new category. */
const slugFor = (db: Database, given: string | null | undefined, name: string, id = 0): Promise<string> =>
  freeSlug({
    given,
    from: name,
    fallback: "category",
    isTaken: async (slug) => (await db.select({ id: categories.id }).from(categories).where(and(eq(categories.slug, slug), ne(categories.id, id)))).length > 0,
  });

/** Refuses a parent that is not there; `field` names it in a batch. */
async function checkParent(db: Database, parentId: number | null | undefined, field = "parentId"): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  if (!(await categoryTree(db)).get(parentId)) throw invalid(field, "not_found", `There is no category ${parentId}.`);
}

/** Refuses what a change has made of the tree where a category ended up inside itself. */
async function checkTree(db: Database, ids: readonly number[], fieldOf: (index: number) => string): Promise<void> {
  const tree = await categoryTree(db);
  const index = ids.findIndex((id) => tree.isInsideItself(id));
  if (index >= 0) throw invalid(fieldOf(index), "wrong_value", "A category cannot be inside itself.");
}

const columns = (given: Fields) => ({
  name: given.name,
  description: given.description === null ? "" : given.description,
  parentId: given.parentId,
  password: given.password === null ? "" : given.password,
  priority: given.priority === null ? 0 : given.priority,
  thumbnail: given.thumbnail === null ? "" : given.thumbnail,
});

async function whole(db: Database, id: number, now: Date) {
  const found = (await allCategories(db, now)).find((category) => category.id === id);
  if (!found) throw notFound();
  return found;
}

async function change(db: Database, id: number, given: Fields & { name: string }, now: Date, field?: string): Promise<void> {
  const [before] = await db.select().from(categories).where(eq(categories.id, id));
  if (!before) throw notFound();
  await checkParent(db, given.parentId, field);
  const slug = given.slug === undefined ? before.slug : await slugFor(db, given.slug, given.name, id);
  await db
    .update(categories)
    .set({ ...columns(given), slug, updateTime: now })
    .where(eq(categories.id, id));
}

/** Creates a category, at the top or inside another. */
export const createCategory = mutation("createCategory", {
  can: "manage taxonomy",
  input: shape.newCategory,
  output: shape.managedCategory,
  touches,
  about: (_input, category) => ({ subject: `category:${category.id}`, summary: category.name }),
  run: async ({ db, now }, given) => {
    await checkParent(db, given.parentId);
    const slug = await slugFor(db, given.slug, given.name);
    const [row] = await db
      .insert(categories)
      .values({ ...columns(given), name: given.name, slug, createTime: now, updateTime: now })
      .returning({ id: categories.id });
    if (!row) throw new Error("the category was not stored");
    return whole(db, row.id, now);
  },
});

/** Changes what is given and leaves the rest. */
export const updateCategory = mutation("updateCategory", {
  can: "manage taxonomy",
  input: shape.categoryChanges,
  output: shape.managedCategory,
  touches,
  about: (_input, category) => ({ subject: `category:${category.id}`, summary: category.name }),
  run: async ({ db, now }, given) => {
    if (given.id !== undefined && given.id !== null && given.id !== given.categoryId) throw invalid("id", "wrong_value", "This must be absent or the category itself.");
    await change(db, given.categoryId, given, now);
    await checkTree(db, [given.categoryId], () => "parentId");
    return whole(db, given.categoryId, now);
  },
});

/** Changes several at once (reorders, moves): all or none. */
export const updateCategories = mutation("updateCategories", {
  can: "manage taxonomy",
  input: shape.categoryBatch,
  output: z.array(shape.managedCategory),
  touches,
  about: ({ items }) => ({ subject: "categories", summary: `${items.length} changed` }),
  run: async ({ db, now }, { items }) => {
    for (const [index, item] of items.entries()) await change(db, item.id, item, now, `items.${index}.parentId`);
    // Asked at the end: on the way two that change places are inside each other.
    const ids = items.map((item) => item.id);
    await checkTree(db, ids, (index) => `items.${index}.parentId`);
    const changed = new Set(ids);
    return (await allCategories(db, now)).filter((category) => changed.has(category.id));
  },
});

/** Deletes a category; its posts stay, the categories below it move up to its parent. */
export const deleteCategory = mutation("deleteCategory", {
  can: "manage taxonomy",
  input: shape.categoryRef,
  output: nothing,
  touches,
  about: ({ categoryId }) => ({ subject: `category:${categoryId}`, summary: "deleted" }),
  run: async ({ db }, { categoryId }) => {
    const [row] = await db.select({ parentId: categories.parentId }).from(categories).where(eq(categories.id, categoryId));
    if (!row) throw notFound();
    await db.update(categories).set({ parentId: row.parentId }).where(eq(categories.parentId, categoryId));
    await db.delete(categories).where(eq(categories.id, categoryId));
  },
});
