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

/** A category and a tag as posts answer them. */
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

/** `inArray` with a fixed number of places, named by their number; `idPlaces` fills the unused ones with an id that no record has. */
export const idIn = (column: SQLWrapper, size: number) =>
  inArray(
    column,
    Array.from({ length: size }, (_, i) => sql.placeholder(String(i))),
  );
export const idPlaces = (ids: readonly number[], size: number) =>
  Array.from({ length: size }, (_, i) => ids[i] ?? 0) as unknown as Record<string, number>;

/** The items made of each post's rows, in the rows' order. */
function byPost<R extends { postId: number }, T>(rows: readonly R[], itemOf: (row: R) => T): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const list = lists.get(row.postId);
    if (list) list.push(itemOf(row));
    else lists.set(row.postId, [itemOf(row)]);
  }
  return lists;
}

/** Categories, tags and metas of some posts (at most 100), three queries whatever their number. */
async function relationsOf(db: Database, ids: readonly number[]) {
  const size = batchFor(ids.length);
  const places = idPlaces(ids, size);
  // One after the other: inside a transaction PostgreSQL has one connection.
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

/** What stands in tables of its own. */
export type Lists = { [K in keyof Found]: ItemOf<Found[K]>[] };

/** What a post is put together with. */
type Related = Lists & {
  url: string;
  author: ReturnType<typeof authorOf>;
  categoryIds: number[];
  tagIds: number[];
  locks: Lock[];
};

export type RelatedPost<R extends ItemRow = ItemRow> = R & Related;

/** Puts a post together with its lists, its address and the passwords that stand before it. */
function put<R extends ItemRow>(
  row: R,
  { categories: inCategories, tags: withTags, metas }: Lists,
  url: string,
  tree: CategoryTree,
): RelatedPost<R> {
  const categoryIds = inCategories.map((category) => category.id);
  // Set on the row, which is nobody else's: copying one of so many columns costs more than reading it.
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

/** Puts each post together with what belongs to it, and with the passwords that stand before it. */
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

/** The same for one whose lists are known. */
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
