import { asc, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { categories, postCategories, postMetas, posts, postTags, tags } from "../../../../db/schema";
import { type CategoryTree, categoryTree } from "../../taxonomy/categories/tree";
import type { Lock } from "../../visibility/locks";
import { authorOf, columnsOf, type ItemRow } from "../rows";
import { postAddresses } from "./permalink";
import { locksOf } from "./locks";

export type { ItemRow, WholeRow } from "../rows";

export const { itemColumns, managedColumns, wholeColumns } = columnsOf(posts);

/** Categories and tags in answers of posts. */
export const categoryOf = ({ id, name, slug }: { id: number; name: string; slug: string }) => ({
  id,
  name,
  slug,
  url: `/categories/${encodeURIComponent(slug)}`,
});
export const tagOf = ({ id, name, slug, color }: { id: number; name: string; slug: string; color: string }) => ({
  id,
  name,
  slug,
  url: `/tags/${encodeURIComponent(slug)}`,
  color,
});

/** Page sizes are rounded up to one of these, so that few statements are prepared. */
const batches = [1, 5, 20, 50, 100];
export const batchFor = (count: number): number => batches.find((batch) => batch >= count) ?? 100;

/** `inArray` with a fixed number of placeholders; `idPlaces` fills unused ones with an id that no record has. */
export const idIn = (column: SQLWrapper, size: number) =>
  inArray(
    column,
    Array.from({ length: size }, (_, i) => sql.placeholder(String(i))),
  );
export const idPlaces = (ids: readonly number[], size: number) =>
  Array.from({ length: size }, (_, i) => ids[i] ?? 0) as unknown as Record<string, number>;

/** Groups rows by post, in order. */
function byPost<R extends { postId: number }, T>(rows: readonly R[], itemOf: (row: R) => T): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const list = lists.get(row.postId);
    if (list) list.push(itemOf(row));
    else lists.set(row.postId, [itemOf(row)]);
  }
  return lists;
}

/** Categories, tags and metas of up to 100 posts, in three queries. */
async function relationsOf(db: Database, ids: readonly number[]) {
  const size = batchFor(ids.length);
  const places = idPlaces(ids, size);
  // In sequence, since a transaction on PostgreSQL has one connection.
  const categoryRows = await prepared(db, `post-categories:${size}`, (on) =>
    on
      .select({ postId: postCategories.postId, id: categories.id, name: categories.name, slug: categories.slug })
      .from(postCategories)
      .innerJoin(categories, eq(categories.id, postCategories.categoryId))
      .where(idIn(postCategories.postId, size))
      .orderBy(asc(postCategories.position)),
  ).execute(places);
  const tagRows = await prepared(db, `post-tags:${size}`, (on) =>
    on
      .select({ postId: postTags.postId, id: tags.id, name: tags.name, slug: tags.slug, color: tags.color })
      .from(postTags)
      .innerJoin(tags, eq(tags.id, postTags.tagId))
      .where(idIn(postTags.postId, size))
      .orderBy(asc(postTags.position)),
  ).execute(places);
  const metaRows = await prepared(db, `post-metas:${size}`, (on) =>
    on.select().from(postMetas).where(idIn(postMetas.postId, size)).orderBy(asc(postMetas.key)),
  ).execute(places);
  return {
    categories: byPost(categoryRows, categoryOf),
    tags: byPost(tagRows, tagOf),
    metas: byPost(metaRows, (meta) => meta),
  };
}

type Found = Awaited<ReturnType<typeof relationsOf>>;
type ItemOf<M> = M extends Map<number, (infer T)[]> ? T : never;

/** The lists in other tables. */
export type Lists = { [K in keyof Found]: ItemOf<Found[K]>[] };

/** The parts of a post. */
type Related = Lists & {
  url: string;
  author: ReturnType<typeof authorOf>;
  categoryIds: number[];
  tagIds: number[];
  locks: Lock[];
};

export type RelatedPost<R extends ItemRow = ItemRow> = R & Related;

/** Joins a post with its lists, its address and its passwords. */
function put<R extends ItemRow>(
  row: R,
  { categories: inCategories, tags: withTags, metas }: Lists,
  url: string,
  tree: CategoryTree,
): RelatedPost<R> {
  const categoryIds = inCategories.map((category) => category.id);
  // Changes the row in place: copying so many columns costs more than reading it.
  const post = row as R & Related;
  post.url = url;
  post.author = authorOf(row);
  post.categoryIds = categoryIds;
  post.categories = inCategories;
  post.tagIds = withTags.map((tag) => tag.id);
  post.tags = withTags;
  post.metas = metas;
  post.locks = locksOf({ id: row.id, password: row.password, categoryIds }, tree);
  return post;
}

/** Joins each post with its lists and its passwords. */
export async function withRelations<R extends ItemRow>(
  db: Database,
  rows: readonly R[],
  tree?: CategoryTree,
): Promise<RelatedPost<R>[]> {
  if (rows.length === 0) return [];
  const {
    categories: inCategories,
    tags: withTags,
    metas,
  } = await relationsOf(
    db,
    rows.map((row) => row.id),
  );
  const nodes = tree ?? (await categoryTree(db));
  const addressOf = await postAddresses(db, rows);
  return rows.map((row) =>
    put(
      row,
      { categories: inCategories.get(row.id) ?? [], tags: withTags.get(row.id) ?? [], metas: metas.get(row.id) ?? [] },
      addressOf(row),
      nodes,
    ),
  );
}

/** The same for one post whose lists are known. */
export async function withLists<R extends ItemRow>(db: Database, row: R & Partial<Lists>): Promise<RelatedPost<R>> {
  const tree = await categoryTree(db);
  const addressOf = await postAddresses(db, [row]);
  return put(
    row,
    { categories: row.categories ?? [], tags: row.tags ?? [], metas: row.metas ?? [] },
    addressOf(row),
    tree,
  );
}
