import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { categories, postCategories } from "../../../../db/schema";
import { importingInto } from "../../references/importing";
import { MOST_LEVELS } from "./schema";
import { categoryTree } from "./tree";

/** Categories from another system. */
export const importedCategories = importingInto("category", categories);

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * The category of a name below another one. One that was moved here, away from the top, is found where no other has its
 * name. A password of the source must be that of the category, so that nothing loses its protection.
 */
export async function findCategoryNamed(
  db: Database,
  name: string,
  parentId: number | null,
  password: string,
): Promise<number | null> {
  const all = (await categoryTree(db)).all().filter((each) => same(each.name, name));
  const here = all.filter((each) => each.parentId === parentId);
  const found = here.length > 0 ? here[0] : parentId === null && all.length === 1 ? all[0] : undefined;
  return found && (password === "" || found.password === password) ? found.id : null;
}

/** How many passwords protect a text in these categories: theirs, and of those above. */
export const countLocks = async (db: Database, ids: readonly number[]): Promise<number> =>
  (await categoryTree(db)).locksOf(ids).length;

/** Whether another category has this slug. */
export async function isCategorySlugTaken(db: Database, slug: string, id = 0): Promise<boolean> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.slug, slug), ne(categories.id, id)));
  return rows.length > 0;
}

/** Names from the top down, joined by `/`; null where there is no such category. */
export async function categoryPath(db: Database, id: number): Promise<string | null> {
  const tree = await categoryTree(db);
  if (!tree.get(id)) return null;
  return tree
    .ancestry(id)
    .map(({ name }) => name)
    .toReversed()
    .join("/");
}

/** Whether a category may stand below another one: not inside itself, nor too deep with those below it. */
export async function fitsBelow(db: Database, id: number, parentId: number): Promise<boolean> {
  const tree = await categoryTree(db);
  const above = tree.ancestry(parentId);
  const levels = tree.deepestLevel(id) - tree.ancestry(id).length + 1;
  return above.length + levels <= MOST_LEVELS && above.every((each) => each.id !== id);
}

/** Whether a new category may stand below another one. */
export async function hasLevelBelow(db: Database, parentId: number): Promise<boolean> {
  let at: number | null = parentId;
  for (let level = 1; level < MOST_LEVELS; level += 1) {
    const [row]: { parentId: number | null }[] = await db
      .select({ parentId: categories.parentId })
      .from(categories)
      .where(eq(categories.id, at));
    at = row?.parentId ?? null;
    if (at === null) return true;
  }
  return false;
}

/** Whether posts are in this category, and which categories stand directly below it. */
export async function contentsOfCategory(db: Database, id: number): Promise<{ hasPosts: boolean; below: number[] }> {
  const inside = await db
    .select({ id: postCategories.postId })
    .from(postCategories)
    .where(eq(postCategories.categoryId, id))
    .limit(1);
  const below = await db.select({ id: categories.id }).from(categories).where(eq(categories.parentId, id));
  return { hasPosts: inside.length > 0, below: below.map((row) => row.id) };
}
