import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../db";
import { categories, postCategories, postMetas, postTags, tags } from "../../db/schema";
import { AppError } from "../core/errors";

type Given = {
  categoryIds?: readonly number[] | null;
  tagIds?: readonly number[] | null;
  metas?: readonly { key: string; postId?: number | null; value?: string | null }[] | null;
};

/** Refuses ids that no record has, naming each by its place in the list. */
async function allExist(db: Database, table: typeof categories | typeof tags, field: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.select({ id: table.id }).from(table).where(inArray(table.id, [...ids]));
  const there = new Set(rows.map((row) => row.id));
  const errors = ids.flatMap((id, i) => (there.has(id) ? [] : [{ field: `${field}.${i}`, code: "not_found", message: `There is no record ${id}.` }]));
  if (errors.length > 0) throw new AppError("invalid", `Please check ${field}: ${errors[0]?.message}`, { errors });
}

/** Replaces the categories, tags and metas that were given; null empties, absence leaves alone. */
export async function setRelations(db: Database, postId: number, given: Given): Promise<void> {
  if (given.categoryIds !== undefined) {
    const ids = given.categoryIds ?? [];
    await allExist(db, categories, "categoryIds", ids);
    await db.delete(postCategories).where(eq(postCategories.postId, postId));
    if (ids.length > 0) await db.insert(postCategories).values(ids.map((categoryId, position) => ({ postId, categoryId, position })));
  }
  if (given.tagIds !== undefined) {
    const ids = given.tagIds ?? [];
    await allExist(db, tags, "tagIds", ids);
    await db.delete(postTags).where(eq(postTags.postId, postId));
    if (ids.length > 0) await db.insert(postTags).values(ids.map((tagId, position) => ({ postId, tagId, position })));
  }
  if (given.metas !== undefined) {
    const metas = given.metas ?? [];
    const errors = metas.flatMap((meta, i) =>
      meta.postId === undefined || meta.postId === null || meta.postId === postId ? [] : [{ field: `metas.${i}.postId`, code: "wrong_value", message: "This must be absent or the post itself." }],
    );
    if (errors.length > 0) throw new AppError("invalid", "A meta belongs to the post it is sent with.", { errors });
    await db.delete(postMetas).where(eq(postMetas.postId, postId));
    if (metas.length > 0) await db.insert(postMetas).values(metas.map((meta) => ({ postId, key: meta.key, value: meta.value ?? "" })));
  }
}
