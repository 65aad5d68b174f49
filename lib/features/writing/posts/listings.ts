import { and, asc, count, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../../../db";
import { isAmong, ordering } from "../../../../db/expressions";
import { postCategories, posts, postTags, users } from "../../../../db/schema";
import { type Actor, visitor } from "../../../core/access";
import { LAST_INSTANT, sortOrder } from "../../../core/fields";
import { remembered } from "../../../core/remembered";
import { readKeyword } from "../../../text/search";
import { holdsKeyword, patternsFor } from "../../../../db/keyword";
import { untilPublication } from "../../visibility/queries";
import { postAddresses } from "./permalink";
import { itemColumns, managedColumns, wholeColumns, withRelations } from "./rows";
import type * as shape from "../schema";
import { present, type Reach, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";

/** Columns a list may be ordered by: the allow-list that request names are looked up in. */
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
} satisfies Record<(typeof shape.postSorts)[number], unknown>;

/** Pinned first, then newest. */
const defaultOrder = [
  ["topPriority", true],
  ["createTime", true],
] as const;

/** A condition with the name that tells prepared statements apart, and the values of its placeholders. */
export type Filter = { name: string; condition: SQL | undefined; values?: Record<string, unknown> };
/** What stands at the places of all these filters together. */
export const valuesOf = (filters: readonly Filter[]): Record<string, unknown> =>
  Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.values ?? {})));

type Page = { page: number; size: number; sort?: readonly string[] | undefined; fields?: "content" | undefined };

export const titleLike = holdsKeyword(posts.title);

/**
 * Posts of the dashboard that hold a keyword: as it is typed in the title, or in the text of what is
 * not published; word by word in what is, since reading a hundred thousand texts takes half a second.
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
export const withTag = isAmong(posts.id, postTags.postId, postTags, eq(postTags.tagId, sql.placeholder("tag")));

/** One page of posts that this actor may see there, and how many there are: statements are prepared once for each shape of filter and order. */
export async function pageOfPosts(
  db: Database,
  actor: Actor,
  reach: Reach,
  filters: Filter[],
  { page, size, sort, fields }: Page,
) {
  const filtered = [reach, visibilityKey(actor), filters.map((filter) => filter.name).join()].join(":");
  const name = [filtered, (sort ?? []).join(), fields].join(":");
  const values = { now: new Date(), ...valuesOf(filters) };
  const where = () => and(visibleTo(actor, present, reach), ...filters.map((filter) => filter.condition));
  // The id makes the order total.
  const named = [...(sort?.length ? sortOrder(sort) : defaultOrder), ["id", true] as const];
  const order = (backwards = false) =>
    ordering(
      sortable,
      named.map(([name, down]) => [name, down !== backwards]),
    );
  // The beginning of everything stands in the order of an index; elsewhere the page's numbers are found in an index alone, and then its rows.
  const isBeginning =
    page === 1 && !sort?.length && filters.length === 0 && visibilityKey(actor) === "all" && reach === "dashboard";
  const paged = { limit: sql.placeholder("limit"), offset: sql.placeholder("offset") };

  const counted = async () =>
    (
      await prepared(db, `posts-count:${filtered}`, (on) =>
        on.select({ total: count() }).from(posts).where(where()),
      ).execute(values)
    )[0]?.total ?? 0;
  const isWhole = reach === "list" && filters.length === 0;
  const total = await (isWhole ? countPublic(db, counted) : counted());
  const offset = (page - 1) * size;
  if (offset >= total) return { items: [], total };
  // What lies in the second half is reached from the end: however far back, at most half is passed over.
  const backwards = offset > total / 2;
  const place = backwards
    ? { limit: Math.min(size, total - offset), offset: Math.max(0, total - offset - size) }
    : { limit: size, offset };

  const isInvented = (sort?.length ?? 0) > 1;
  const build = (on: Database) => {
    // The types of all selections are one union; a list without `fields` reads no texts.
    const columns = fields
      ? wholeColumns
      : ((reach === "dashboard" ? managedColumns : itemColumns) as typeof wholeColumns);
    const list = on
      .select(columns)
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
  const statement = prepared(db, `posts-page:${isBeginning}:${backwards}:${name}`, build, { isInvented });
  const rows = await statement.execute({ ...values, ...place });
  return { items: await withRelations(db, rows), total };
}

/** How many posts everybody finds; the same from one save of a post to the next, and to count them is to read all of an index. */
const countPublic = (db: Database, counted: () => Promise<number>) =>
  remembered(db, "public posts", { cacheKeys: ["posts"], until: untilPublication }, counted);

/** Where the posts are that everybody finds, the oldest first, so that what is added changes the last page. */
export async function addressesOfPosts(db: Database, { page, size }: { page: number; size: number }) {
  const found = () => visibleTo(visitor, present, "list");
  const now = new Date();
  const total = await countPublic(
    db,
    async () =>
      (
        await prepared(db, "post-addresses-count", (on) =>
          on.select({ total: count() }).from(posts).where(found()),
        ).execute({ now })
      )[0]?.total ?? 0,
  );
  const rows = await prepared(db, "post-addresses", (on) => {
    const ids = on
      .select({ id: posts.id })
      .from(posts)
      .where(found())
      .orderBy(asc(posts.createTime), asc(posts.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"));
    const columns = {
      slug: posts.slug,
      createTime: posts.createTime,
      editTime: posts.editTime,
    };
    return on.select(columns).from(posts).where(inArray(posts.id, ids)).orderBy(asc(posts.createTime), asc(posts.id));
  }).execute({ now, limit: size, offset: (page - 1) * size });
  const addressOf = await postAddresses(db, rows);
  return { total, items: rows.map((row) => ({ url: addressOf(row), changed: row.editTime })) };
}

/** Posts dated within a year, or a month of it, in UTC. */
export function during(year: number, month: number | undefined): Filter {
  const from = Date.UTC(year, (month ?? 1) - 1);
  const to = Math.min(month === undefined ? Date.UTC(year + 1) : Date.UTC(year, month), LAST_INSTANT);
  const condition = and(
    gte(posts.createTime, sql.param(sql.placeholder("from"), posts.createTime)),
    lt(posts.createTime, sql.param(sql.placeholder("to"), posts.createTime)),
  );
  return { name: "during", condition, values: { from: new Date(from), to: new Date(to) } };
}
