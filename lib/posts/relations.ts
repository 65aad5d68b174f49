import { eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { categories, postCategories, postTags, tags } from "../../db/schema";
import { AppError } from "../core/errors";
import { addMetas, type GivenMetas, removeMetas } from "../drafts/metas";
import { post } from "./kind";

type Given = {
  categoryIds?: readonly number[] | null;
  tagIds?: readonly number[] | null;
  metas?: GivenMetas;
};

const at = { postId: sql.placeholder("postId"), id: sql.placeholder("id"), position: sql.placeholder("position") };

/** Refuses ids that no record has, naming each by its place in the list. */
async function allExist(db: Database, table: typeof categories | typeof tags, field: string, ids: readonly number[]): Promise<void> {
  const errors = [];
  for (const [i, id] of ids.entries()) {
    const found = await prepared(db, `there-is:${field}`, (on) => on.select({ id: table.id }).from(table).where(eq(table.id, at.id))).execute({ id });
    if (found.length === 0) errors.push({ field: `${field}.${i}`, code: "not_found", message: `There is no record ${id}.` });
  }
  if (errors.length > 0) throw new AppError("invalid", `Please check ${field}: ${errors[0]?.message}`, { errors });
}

/** Adds the categories, tags and metas that were given to a post that has none of the kind. */
export async function addRelations(db: Database, postId: number, given: Given): Promise<void> {
  const [categoryIds, tagIds] = [given.categoryIds ?? [], given.tagIds ?? []];
  await allExist(db, categories, "categoryIds", categoryIds);
  for (const [position, id] of categoryIds.entries())
    await prepared(db, "new-post-category", (on) => on.insert(postCategories).values({ postId: at.postId, categoryId: at.id, position: at.position })).execute({ postId, id, position });
  await allExist(db, tags, "tagIds", tagIds);
  for (const [position, id] of tagIds.entries())
    await prepared(db, "new-post-tag", (on) => on.insert(postTags).values({ postId: at.postId, tagId: at.id, position: at.position })).execute({ postId, id, position });
  await addMetas(post, db, postId, given.metas);
}

/** Takes away what is given anew; null empties, absence leaves alone. */
export async function removeRelations(db: Database, postId: number, given: Given): Promise<void> {
  if (given.categoryIds !== undefined) await prepared(db, "no-post-categories", (on) => on.delete(postCategories).where(eq(postCategories.postId, at.postId))).execute({ postId });
  if (given.tagIds !== undefined) await prepared(db, "no-post-tags", (on) => on.delete(postTags).where(eq(postTags.postId, at.postId))).execute({ postId });
  if (given.metas !== undefined) await removeMetas(post, db, postId);
}
