import { and, count, desc, eq, exists, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { posts, users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { anyText, type Filter, inCategory, keywordValues, titleLike, valuesOf, withTag } from "./listings";
import * as shape from "../schema";
import { present, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";

/** The most posts in one request. */
const MOST_AT_ONCE = 1000;

const due = lte(posts.createTime, present);
const states: Record<shape.PostState, SQL | undefined> = {
  all: ne(posts.status, "RECYCLE"),
  published: and(eq(posts.status, "PUBLISHED"), due),
  drafts: eq(posts.status, "DRAFT"),
  scheduled: and(eq(posts.status, "PUBLISHED"), gt(posts.createTime, present)),
  private: eq(posts.status, "INTIMATE"),
  bin: eq(posts.status, "RECYCLE"),
};

/** The conditions of a dashboard's list. */
export function selected({
  status,
  state,
  category,
  tag,
  author,
  keyword,
}: z.output<typeof shape.postSelection>): Filter[] {
  const filters: Filter[] = [];
  if (status)
    filters.push({
      name: "status",
      condition: eq(posts.status, sql.placeholder("status")),
      values: { status },
    });
  if (state) filters.push({ name: state, condition: states[state] });
  if (category) filters.push({ name: "category", condition: inCategory(1), values: { category0: category } });
  if (tag) filters.push({ name: "tag", condition: withTag, values: { tag } });
  if (author)
    filters.push({ name: "author", condition: eq(posts.authorId, sql.placeholder("author")), values: { author } });
  if (keyword) filters.push({ name: "keyword", condition: anyText, values: keywordValues(keyword) });
  return filters;
}

/** The ids for "select all": the newest of a list, and their number. */
export const listPostIds = query("listPostIds", {
  can: "write posts",
  input: shape.postSelection,
  output: shape.postIds,
  run: async ({ db, actor, now }, selection) => {
    const filters = selected(selection);
    const name = [visibilityKey(actor), ...filters.map((filter) => filter.name)].join(":");
    const values = { now, ...valuesOf(filters) };
    const where = and(visibleTo(actor, present, "dashboard"), ...filters.map((filter) => filter.condition));
    const [rows, [counted]] = await Promise.all([
      prepared(db, `post-ids:${name}`, (on) =>
        on
          .select({ id: posts.id })
          .from(posts)
          .where(where)
          .orderBy(desc(posts.createTime), desc(posts.id))
          .limit(MOST_AT_ONCE),
      ).execute(values),
      prepared(db, `post-ids-count:${name}`, (on) => on.select({ total: count() }).from(posts).where(where)).execute(
        values,
      ),
    ]);
    return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
  },
});

/** Matching titles that are ranked: the latest ones. */
const MOST_TITLES = 200;
/** Posts in the palette. */
const MOST_FOUND = 8;

/** How well a title matches, 0 best: equal, its beginning, the beginning of a word, some letters. */
function distance(title: string, keyword: string): number {
  const [within, wanted] = [title.toLowerCase(), keyword.toLowerCase()];
  if (within === wanted) return 0;
  if (within.startsWith(wanted)) return 1;
  return within.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 2 : 3;
}

/** A few posts for what is being typed: matching titles first, then matching texts; the latest of equal ones. */
export const findPosts = query("findPosts", {
  can: "write posts",
  input: shape.postFinding,
  output: shape.postFound.array(),
  run: async ({ db, actor, now }, { keyword: typed }) => {
    const keyword = typed.trim();
    if (keyword === "") return [];
    const key = visibilityKey(actor);
    const visible = and(visibleTo(actor, present, "dashboard"), states.all);
    const values = { now, ...keywordValues(keyword) };
    const latest = (name: string, condition: SQL | undefined, most: number) =>
      prepared(db, `find-posts:${name}:${key}`, (on) =>
        on
          .select({ id: posts.id, title: posts.title })
          .from(posts)
          .where(and(visible, condition))
          .orderBy(desc(posts.updateTime), desc(posts.id))
          .limit(most),
      ).execute(values);
    const byTitle = await latest("title", titleLike, MOST_TITLES);
    const best = byTitle
      .map((post) => ({ post, far: distance(post.title, keyword) }))
      .sort((a, b) => a.far - b.far)
      .map(({ post }) => post);
    if (best.length >= MOST_FOUND) return best.slice(0, MOST_FOUND);
    const others = await latest("anywhere", anyText, MOST_FOUND + best.length);
    return [...best, ...others.filter(({ id }) => !best.some((post) => post.id === id))].slice(0, MOST_FOUND);
  },
});

/** The number of posts in each state, as this actor sees them. */
export async function countStates(db: Database, actor: Actor, now: Date): Promise<z.output<typeof shape.stateCounts>> {
  const mine = visibleTo(actor, present, "dashboard");
  const [rows, [later]] = await Promise.all([
    prepared(db, `post-states:${visibilityKey(actor)}`, (on) =>
      on.select({ status: posts.status, total: count() }).from(posts).where(mine).groupBy(posts.status),
    ).execute({ now }),
    prepared(db, `posts-scheduled:${visibilityKey(actor)}`, (on) =>
      on.select({ total: count() }).from(posts).where(and(mine, states.scheduled)),
    ).execute({ now }),
  ]);
  const of = (status: shape.PostStatus) => rows.find((row) => row.status === status)?.total ?? 0;
  const scheduled = later?.total ?? 0;
  return {
    all: of("PUBLISHED") + of("DRAFT") + of("INTIMATE"),
    published: of("PUBLISHED") - scheduled,
    drafts: of("DRAFT"),
    scheduled,
    private: of("INTIMATE"),
    bin: of("RECYCLE"),
  };
}

/** The number of posts in each state: an author's own, or for editors all. */
export const countPosts = query("countPosts", {
  can: "write posts",
  input: noInput,
  output: shape.stateCounts,
  run: ({ db, actor, now }) => countStates(db, actor, now),
});

/** The authors of the posts that this actor may see, by name. */
export const listPostAuthors = query("listPostAuthors", {
  can: "write posts",
  input: noInput,
  output: shape.author.array(),
  run: ({ db, actor, now }) =>
    db
      .select({ id: users.id, nickname: users.nickname, avatar: users.avatar })
      .from(users)
      .where(
        exists(
          db
            .select({ id: posts.id })
            .from(posts)
            .where(and(eq(posts.authorId, users.id), visibleTo(actor, now, "dashboard"))),
        ),
      )
      .orderBy(users.nickname),
});
