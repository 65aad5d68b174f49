import { and, count, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { aside, prepared } from "../../../../db";
import { posts, users } from "../../../../db/schema";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { anyText, type Filter, inCategory, keywordValues, valuesOf, withTag } from "./listings";
import * as shape from "../schema";
import { countingOf, statesOf } from "../states";
import { post } from "./collection";
import * as lists from "./schema";
import { present, visibilityKey } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import { haveWritten } from "./authors";

/** The most posts in one request. */
const MOST_AT_ONCE = 1000;

const states = statesOf(posts, present);

/** The conditions of a dashboard's list. */
export function selected({
  status,
  state,
  category,
  tag,
  author,
  keyword,
}: z.output<typeof lists.postSelection>): Filter[] {
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
  if (keyword) filters.push({ name: "keyword", condition: anyText, values: keywordValues(keyword), looksAtAll: true });
  return filters;
}

/** The ids for "select all": the newest of a list, and their number. */
export const listPostIds = query("listPostIds", {
  can: "write posts",
  input: lists.postSelection,
  output: lists.postIds,
  run: async ({ db, actor, now }, selection) => {
    const filters = selected(selection);
    const name = [visibilityKey(actor), ...filters.map((filter) => filter.name)].join(":");
    const values = { now, ...valuesOf(filters) };
    const where = and(visibleTo(actor, present, "dashboard"), ...filters.map((filter) => filter.condition));
    const reader = filters.some((filter) => filter.looksAtAll) ? aside(db, "dashboard") : db;
    const [rows, [counted]] = await Promise.all([
      prepared(reader, `post-ids:${name}`, (on) =>
        on
          .select({ id: posts.id })
          .from(posts)
          .where(where)
          .orderBy(desc(posts.createTime), desc(posts.id))
          .limit(MOST_AT_ONCE),
      ).execute(values),
      prepared(reader, `post-ids-count:${name}`, (on) =>
        on.select({ total: count() }).from(posts).where(where),
      ).execute(values),
    ]);
    return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
  },
});

/** The number of posts in each state, as this actor sees them. */
export const countStates = countingOf(post);

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
      .where(haveWritten(db, visibleTo(actor, now, "dashboard")))
      .orderBy(users.nickname),
});
