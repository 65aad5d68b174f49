import { eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { categories, postCategories, postTags, tags } from "../../../../db/schema";
import { AppError } from "../../../core/errors";
import { slices } from "../../../core/parts";
import { batchFor, idIn, idPlaces } from "../batches";
import { type GivenMetas, putMetas } from "../metas";
import { post } from "./collection";
import { categoryOf, type Lists, tagOf } from "./rows";

type Given = {
  categoryIds?: readonly number[] | null;
  tagIds?: readonly number[] | null;
  metas?: GivenMetas;
};

/** Rows per statement. */
const AT_ONCE = 20;
const MOST_NAMED = 100;

/** The records with these ids, in order; refuses missing ones by their place in the list. */
async function named<R extends { id: number }>(
  field: string,
  ids: readonly number[],
  read: (some: readonly number[]) => Promise<R[]>,
): Promise<R[]> {
  const rows = new Map<number, R>();
  for (const some of slices(ids, MOST_NAMED)) for (const row of await read(some)) rows.set(row.id, row);
  const errors = ids.flatMap((id, i) =>
    rows.has(id) ? [] : [{ field: `${field}.${i}`, code: "not_found", message: `There is no record ${id}.` }],
  );
  if (errors.length > 0) throw new AppError("invalid", `Please check ${field}: ${errors[0]?.message}`, { errors });
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The values of an added row, by placeholder. */
const valuesOf = (postId: number, ids: readonly number[], from: number) => ({
  postId,
  ...Object.fromEntries(
    ids.flatMap((id, i) => [
      [`id${i}`, id],
      [`position${i}`, from + i],
    ]),
  ),
});
const placesOf = (i: number) => ({
  postId: sql.placeholder("postId"),
  id: sql.placeholder(`id${i}`),
  position: sql.placeholder(`position${i}`),
});

async function putCategories(db: Database, postId: number, ids: readonly number[]): Promise<Lists["categories"]> {
  const rows = await named("categoryIds", ids, (some) => {
    const size = batchFor(some.length);
    return prepared(db, `categories-named:${size}`, (on) =>
      on
        .select({ id: categories.id, name: categories.name, slug: categories.slug })
        .from(categories)
        .where(idIn(categories.id, size)),
    ).execute(idPlaces(some, size));
  });
  for (const [i, some] of slices(ids, AT_ONCE).entries())
    await prepared(db, `new-post-categories:${some.length}`, (on) =>
      on.insert(postCategories).values(
        some.map((_, n) => ({
          postId: placesOf(n).postId,
          categoryId: placesOf(n).id,
          position: placesOf(n).position,
        })),
      ),
    ).execute(valuesOf(postId, some, i * AT_ONCE));
  return rows.map(categoryOf);
}

async function putTags(db: Database, postId: number, ids: readonly number[]): Promise<Lists["tags"]> {
  const rows = await named("tagIds", ids, (some) => {
    const size = batchFor(some.length);
    return prepared(db, `tags-named:${size}`, (on) =>
      on
        .select({ id: tags.id, name: tags.name, slug: tags.slug, color: tags.color, series: tags.series })
        .from(tags)
        .where(idIn(tags.id, size)),
    ).execute(idPlaces(some, size));
  });
  for (const [i, some] of slices(ids, AT_ONCE).entries())
    await prepared(db, `new-post-tags:${some.length}`, (on) =>
      on
        .insert(postTags)
        .values(
          some.map((_, n) => ({ postId: placesOf(n).postId, tagId: placesOf(n).id, position: placesOf(n).position })),
        ),
    ).execute(valuesOf(postId, some, i * AT_ONCE));
  return rows.map(tagOf);
}

const withoutCategories = (db: Database, postId: number) =>
  prepared(db, "no-post-categories", (on) =>
    on.delete(postCategories).where(eq(postCategories.postId, sql.placeholder("postId"))),
  ).execute({ postId });
const withoutTags = (db: Database, postId: number) =>
  prepared(db, "no-post-tags", (on) =>
    on.delete(postTags).where(eq(postTags.postId, sql.placeholder("postId"))),
  ).execute({ postId });

/**
 * Replaces the given ones of a post's categories, tags and metas; null empties, absence keeps. Returns what was stored.
 */
export async function putRelations(
  db: Database,
  postId: number,
  given: Given,
  isNew: boolean,
): Promise<Partial<Lists>> {
  const lists: Partial<Lists> = {};
  if (given.categoryIds !== undefined) {
    if (!isNew) await withoutCategories(db, postId);
    lists.categories = await putCategories(db, postId, given.categoryIds ?? []);
  }
  if (given.tagIds !== undefined) {
    if (!isNew) await withoutTags(db, postId);
    lists.tags = await putTags(db, postId, given.tagIds ?? []);
  }
  if (given.metas !== undefined) lists.metas = await putMetas(post, db, postId, given.metas, isNew);
  return lists;
}
