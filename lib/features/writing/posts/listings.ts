import { and, asc, count, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { aside, type Database, prepared, searchIndex } from "../../../../db";
import { categoryTree } from "../../taxonomy/categories/tree";
import { foundInAll, isAmong, numberOf, ordering } from "../../../../db/expressions";
import { inOrder } from "../../../../db/pages";
import { postCategories, posts, postTags, users } from "../../../../db/schema";
import { beginOfMonth } from "../../../core/calendar";
import { type Actor, visitor } from "../../../core/access";
import { LAST_INSTANT, sortOrder } from "../../../core/fields";
import { readKeyword } from "../../../text/search";
import { holdsKeyword, patternsFor } from "../../../../db/keyword";
import { refuseLongTexts } from "../text-sizes";
import { post as collection } from "./collection";
import { postAddresses } from "./permalink";
import { countPublicPosts } from "./public-count";
import { itemColumns, managedColumns, type RelatedPost, wholeColumns, type WholeRow, withRelations } from "./rows";
import type * as lists from "./schema";
import { present, type Reach, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  id: posts.id,
  title: posts.title,
  createTime: posts.createTime,
  updateTime: posts.updateTime,
  editTime: posts.editTime,
  topPriority: posts.topPriority,
  visits: posts.visits,
  likes: posts.likes,
  wordCount: posts.wordCount,
} satisfies Record<(typeof lists.postSorts)[number], unknown>;

/** The same for readers, whose update time is that of the public text. */
const sortableByReaders = { ...sortable, updateTime: posts.editTime };

/** Pinned first, then newest. */
const defaultOrder = [
  ["topPriority", true],
  ["createTime", true],
] as const;

/** A condition, its name in prepared statements, and the values of its placeholders. */
export type Filter = {
  name: string;
  condition: SQL | undefined;
  values?: Record<string, unknown>;
  /** Whether it looks at every row, as a search does. */
  looksAtAll?: true;
  /** The number of public posts that only this condition chooses, where somebody keeps it. */
  publicTotal?: () => Promise<number>;
};
/** The placeholder values of all these filters. */
export const valuesOf = (filters: readonly Filter[]): Record<string, unknown> =>
  Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.values ?? {})));

type Page = { page: number; size: number; sort?: readonly string[] | undefined; fields?: "content" | undefined };

export const titleLike = holdsKeyword(posts.title);

/**
 * Posts that contain a keyword, for the dashboard: as typed in titles and in texts that are not published; by indexed
 * words in published ones, since scanning a hundred thousand texts takes half a second.
 */
export const anyText: SQL | undefined = or(
  titleLike,
  isAmong(
    posts.id,
    posts.id,
    posts,
    and(inArray(posts.status, ["DRAFT", "INTIMATE", "RECYCLE"]), holdsKeyword(posts.originalContent)),
  ),
  searchIndex.matching("post", posts.id),
);
export const keywordValues = (keyword: string) => ({
  ...patternsFor(keyword),
  ...searchIndex.matchingValues(readKeyword(keyword)),
});
export const inCategory = (size: number) =>
  isAmong(
    posts.id,
    postCategories.postId,
    postCategories,
    inArray(
      postCategories.categoryId,
      Array.from({ length: size }, (_, i) => sql.placeholder(`category${i}`)),
    ),
  );
export const byAuthor = (id: number): Filter => ({
  name: "author",
  condition: eq(posts.authorId, sql.placeholder("author")),
  values: { author: id },
});
export const withTag = isAmong(posts.id, postTags.postId, postTags, eq(postTags.tagId, sql.placeholder("tag")));

/**
 * One page of posts that this actor may see, and their number. Statements are prepared once for each shape of filter
 * and order.
 */
export async function pageOfPosts(
  db: Database,
  actor: Actor,
  reach: Reach,
  filters: Filter[],
  { page, size, sort, fields }: Page,
): Promise<{ items: RelatedPost<WholeRow>[]; total: number }> {
  if (fields && size > 1) {
    const { items } = await pageOfPosts(db, actor, reach, filters, { page, size, sort });
    const ids = items.map(({ id }) => id);
    await refuseLongTexts(collection, db, ids);
  }
  const filtered = [reach, visibilityKey(actor), filters.map((filter) => filter.name).join()].join(":");
  const name = [filtered, (sort ?? []).join(), fields].join(":");
  const values = { now: new Date(), ...valuesOf(filters) };
  const where = () => and(visibleTo(actor, present, reach), ...filters.map((filter) => filter.condition));
  // The id makes the order total.
  const named = [...(sort?.length ? sortOrder(sort) : defaultOrder), ["id", true] as const];
  const order = (backwards = false) =>
    ordering(
      reach === "list" ? sortableByReaders : sortable,
      named.map(([name, down]) => [name, down !== backwards]),
    );
  // The first page of all posts comes from an index in order; other pages find their numbers in an index alone, then
  // read the rows.
  const isBeginning =
    page === 1 && !sort?.length && filters.length === 0 && visibilityKey(actor) === "all" && reach === "dashboard";
  const paged = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };

  const counted = async (reader = db) =>
    (
      await prepared(reader, `posts-count:${filtered}`, (on) =>
        on.select({ total: count() }).from(posts).where(where()),
      ).execute(values)
    )[0]?.total ?? 0;
  /** Finds, orders and counts with one look at all rows. */
  const pageFound = async () => {
    const far = aside(db, reach === "dashboard" ? "dashboard" : "pages");
    const matches = await prepared(
      far,
      `posts-found:${name}`,
      (on) =>
        on
          .select({ id: posts.id, total: foundInAll })
          .from(posts)
          .where(where())
          .orderBy(...order())
          .limit(paged.limit)
          .offset(paged.offset),
      { isInvented: true },
    ).execute({ ...values, limit: size, offset: (page - 1) * size });
    const ids = matches.map(({ id }) => id);
    const columns = fields
      ? wholeColumns
      : ((reach === "dashboard" ? managedColumns : itemColumns) as typeof wholeColumns);
    const rows = await db
      .select(columns)
      .from(posts)
      .leftJoin(users, eq(users.id, posts.authorId))
      .where(inArray(posts.id, ids));
    const [first] = matches;
    // Beyond the last page nothing says how many there are.
    const all = first?.total ?? (page === 1 ? 0 : await counted(far));
    return { items: await withRelations(db, inOrder(rows, ids)), total: all };
  };
  const isWhole = reach === "list" && filters.length === 0;
  if (filters.some((filter) => filter.looksAtAll)) return pageFound();
  const [only, ...more] = filters;
  const isPublic = reach === "list" && visibilityKey(actor) === visibilityKey(visitor);
  const keptTotal = isPublic && more.length === 0 ? only?.publicTotal : undefined;
  // The first page brings the number of all with its rows, where that is not kept: one query less.
  const isCountedAlong = page === 1 && !isWhole && keptTotal === undefined;
  const total = isCountedAlong
    ? Number.POSITIVE_INFINITY
    : await (isWhole ? countPublicPosts(db) : (keptTotal ?? counted)());
  const offset = (page - 1) * size;
  if (offset >= total) return { items: [], total };
  // The second half is read from the end, so that at most half is skipped.
  const backwards = offset > total / 2;
  const place = backwards
    ? { limit: Math.min(size, total - offset), offset: Math.max(0, total - offset - size) }
    : { limit: size, offset };

  const isInvented = (sort?.length ?? 0) > 1;
  const build = (on: Database) => {
    // All selections have one union type; a list without `fields` reads no texts.
    const columns = fields
      ? wholeColumns
      : ((reach === "dashboard" ? managedColumns : itemColumns) as typeof wholeColumns);
    const inAll = numberOf(on.select({ total: count() }).from(posts).where(where()));
    const list = on
      .select(isCountedAlong ? { ...columns, inAll } : (columns as typeof columns & { inAll: typeof inAll }))
      .from(posts)
      .leftJoin(users, eq(users.id, posts.authorId))
      .orderBy(...order())
      .$dynamic();
    if (isBeginning) return list.where(where()).limit(paged.limit).offset(paged.offset);
    const ids = on
      .select({ id: posts.id })
      .from(posts)
      .where(where())
      .orderBy(...order(backwards))
      .limit(paged.limit)
      .offset(paged.offset);
    return list.where(inArray(posts.id, ids));
  };
  const shape = [isBeginning, backwards, isCountedAlong].join(":");
  const statement = prepared(db, `posts-page:${shape}:${name}`, build, { isInvented });
  const rows = await statement.execute({ ...values, ...place });
  return { items: await withRelations(db, rows), total: isCountedAlong ? (rows[0]?.inAll ?? 0) : total };
}

/** The addresses of public posts, oldest first, so that new ones change the last page only. */
export async function addressesOfPosts(db: Database, { page, size }: { page: number; size: number }) {
  const found = () => visibleTo(visitor, present, "list");
  const now = new Date();
  const total = await countPublicPosts(db);
  const rows = await prepared(db, "post-addresses", (on) => {
    const ids = on
      .select({ id: posts.id })
      .from(posts)
      .where(found())
      .orderBy(asc(posts.createTime), asc(posts.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
    const columns = {
      id: posts.id,
      slug: posts.slug,
      createTime: posts.createTime,
      editTime: posts.editTime,
      thumbnail: posts.thumbnail,
      password: posts.password,
    };
    return on.select(columns).from(posts).where(inArray(posts.id, ids)).orderBy(asc(posts.createTime), asc(posts.id));
  }).execute({ now, limit: size, offset: (page - 1) * size });
  const [addressOf, inLocked] = [await postAddresses(db, rows), await inLockedCategories(db)];
  const items = rows.map((row) => ({
    url: addressOf(row),
    changed: row.editTime,
    picture: row.password === "" && !inLocked.has(row.id) ? row.thumbnail : "",
  }));
  return { total, items };
}

/** The posts that a password of a category protects. */
async function inLockedCategories(db: Database): Promise<Set<number>> {
  const locking = (await categoryTree(db)).locking();
  if (locking.length === 0) return new Set();
  const rows = await db
    .select({ id: postCategories.postId })
    .from(postCategories)
    .where(inArray(postCategories.categoryId, locking));
  return new Set(rows.map(({ id }) => id));
}

/** Posts dated within a year or a month, by the calendar of a time zone. */
export function during(timeZone: string, year: number, month: number | undefined): Filter {
  const from = beginOfMonth(year, month ?? 1, timeZone);
  const next = month === undefined ? beginOfMonth(year + 1, 1, timeZone) : beginOfMonth(year, month + 1, timeZone);
  const to = next.getTime() < LAST_INSTANT ? next : new Date(LAST_INSTANT);
  const condition = and(
    gte(posts.createTime, sql.param(sql.placeholder("from"), posts.createTime)),
    lt(posts.createTime, sql.param(sql.placeholder("to"), posts.createTime)),
  );
  return { name: "during", condition, values: { from, to } };
}
