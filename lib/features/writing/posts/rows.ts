import { eq } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { always } from "../../../../db/expressions";
import { categories, postCategories, postMetas, posts, postTags, tags } from "../../../../db/schema";
import { type CategoryTree, categoryTree } from "../../taxonomy/categories/tree";
import { batchFor, byRecord, idIn, idPlaces } from "../batches";
import { columnsOf, type ItemRow, type Meta, type Related, related } from "../rows";
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
type TagRow = { id: number; name: string; slug: string; color: string; series: boolean };
export const tagOf = ({ id, name, slug, color, series }: TagRow) => ({
  id,
  name,
  slug,
  url: `/tags/${encodeURIComponent(slug)}`,
  color,
  series,
});

/** Which table a row of `relationsOf` comes from. */
const [CATEGORY, TAG, META] = [1, 2, 3];

/**
 * Categories, tags and metas of up to 100 posts. One query for all three, since on PostgreSQL each further one costs as
 * much as reading its rows: a meta's key and value stand where the others have their name and slug.
 */
async function relationsOf(db: Database, ids: readonly number[]) {
  const size = batchFor(ids.length);
  const rows = await prepared(db, `post-relations:${size}`, (on) => {
    const ofTagsAlone = { color: always("", "color"), series: always(false, "series") };
    const ofTags = on
      .select({
        table: always(TAG, "table"),
        postId: postTags.postId,
        position: postTags.position,
        id: tags.id,
        name: tags.name,
        slug: tags.slug,
        color: tags.color,
        series: tags.series,
      })
      .from(postTags)
      .innerJoin(tags, eq(tags.id, postTags.tagId))
      .where(idIn(postTags.postId, size));
    const ofCategories = on
      .select({
        table: always(CATEGORY, "table"),
        postId: postCategories.postId,
        position: postCategories.position,
        id: categories.id,
        name: categories.name,
        slug: categories.slug,
        ...ofTagsAlone,
      })
      .from(postCategories)
      .innerJoin(categories, eq(categories.id, postCategories.categoryId))
      .where(idIn(postCategories.postId, size));
    const ofMetas = on
      .select({
        table: always(META, "table"),
        postId: postMetas.postId,
        position: always(0, "position"),
        id: always(0, "id"),
        name: postMetas.key,
        slug: postMetas.value,
        ...ofTagsAlone,
      })
      .from(postMetas)
      .where(idIn(postMetas.postId, size));
    return ofTags.unionAll(ofCategories).unionAll(ofMetas).orderBy(postTags.position, tags.name);
  }).execute(idPlaces(ids, size));
  const from = (table: number) => rows.filter((row) => row.table === table);
  return {
    categories: byRecord(from(CATEGORY), categoryOf),
    tags: byRecord(from(TAG), tagOf),
    metas: byRecord(from(META), ({ name, postId, slug }): Meta => ({ key: name, postId, value: slug })),
  };
}

type Found = Awaited<ReturnType<typeof relationsOf>>;
type ItemOf<M> = M extends Map<number, (infer T)[]> ? T : never;

/** The lists in other tables. */
export type Lists = { [K in keyof Found]: ItemOf<Found[K]>[] };

/** The parts of a post. */
type RelatedToPost = Related & Lists & { categoryIds: number[]; tagIds: number[] };
export type RelatedPost<R extends ItemRow = ItemRow> = R & RelatedToPost;

/** Joins a post with its lists, its address and its passwords. */
function put<R extends ItemRow>(
  row: R,
  { categories: inCategories, tags: withTags, metas }: Lists,
  url: string,
  tree: CategoryTree,
): RelatedPost<R> {
  const categoryIds = inCategories.map((category) => category.id);
  const locks = locksOf({ id: row.id, password: row.password, categoryIds }, tree);
  const post = related(row, { url, metas, locks }) as RelatedPost<R>;
  post.categoryIds = categoryIds;
  post.categories = inCategories;
  post.tagIds = withTags.map((tag) => tag.id);
  post.tags = withTags;
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
