import type { z } from "zod";
import { and, eq, gte, inArray, lt, notExists, type SQL } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../../../db";
import { beginningOf, isAmong, rowByRow } from "../../../../db/expressions";
import { inOrder } from "../../../../db/pages";
import { postCategories, posts, postTags, tags, users } from "../../../../db/schema";
import { type CategoryTree, categoryTree } from "../../taxonomy/categories/tree";
import { visitor } from "../../../core/access";
import { beginOfMonth } from "../../../core/calendar";
import { breathing } from "../../../core/giving-way";
import { LAST_INSTANT, pageOf } from "../../../core/fields";
import { query } from "../../../core/operation";
import { settingKeys } from "../../../core/settings";
import { readOption } from "../../../services/settings/reading";
import { highlighted, MOST_TEXT, passagesOf, type QueryWord, readKeyword } from "../../../text/search";
import { forVisitor } from "../answers";
import { batchFor, idIn, idPlaces } from "../batches";
import { itemColumns, withRelations } from "./rows";
import * as shape from "../search-schema";
import { present } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";

/** Whether no password protects the text; of others only the title is searched. */
export function withoutPassword(db: Database, tree: CategoryTree): SQL | undefined {
  const locking = tree.locking();
  const locked = and(eq(postCategories.postId, posts.id), inArray(postCategories.categoryId, locking));
  return and(
    eq(posts.password, ""),
    locking.length > 0
      ? notExists(db.select({ id: postCategories.postId }).from(postCategories).where(locked))
      : undefined,
  );
}

/** Which posts are asked for; `during` says the time of those that `among` allows. */
type Filtered = { among?: SQL | undefined; during?: { from: Date; until: Date } | undefined };

/**
 * The numbers of all matches, best first: title before text, whole words before prefixes, then newest; up to the limit
 * of paging. Whole words are read from the newest on and no further than needed; prefixes are all collected first.
 */
export async function find(
  db: Database,
  words: readonly QueryWord[],
  now: Date,
  tree: CategoryTree,
  { among, during }: Filtered = {},
): Promise<number[]> {
  if (words.length === 0) return [];
  const visible = and(visibleTo(visitor, now, "list"), among);
  const places = [
    { within: "title", where: visible },
    { within: "anywhere", where: and(visible, withoutPassword(db, tree)) },
  ] as const;
  const found = new Set<number>();
  for (const place of places)
    for (const asked of [words.map(({ word }) => ({ word, prefix: false })), words]) {
      const question = {
        ...place,
        during,
        kind: "post",
        words: asked,
        records: { table: posts, id: posts.id },
        most: shape.MOST_FOUND,
      } as const;
      for (const id of await searchIndex.find(db, question)) found.add(id);
      if (found.size >= shape.MOST_FOUND) return [...found].slice(0, shape.MOST_FOUND);
    }
  return [...found];
}

type Filters = Pick<z.output<typeof shape.postSearch>, "category" | "tag" | "year">;

/** The posts of a section, of a tag, of a year; null where there is no such section or tag. */
async function filtered(db: Database, tree: CategoryTree, { category, tag, year }: Filters): Promise<Filtered | null> {
  let during: Filtered["during"];
  const conditions: SQL[] = [];
  if (category !== undefined) {
    const ids = tree.subtree(tree.bySlug(category)?.id ?? 0).map((node) => node.id);
    if (ids.length === 0) return null;
    conditions.push(isAmong(posts.id, postCategories.postId, postCategories, inArray(postCategories.categoryId, ids)));
  }
  if (tag !== undefined) {
    const [row] = await db.select({ id: tags.id }).from(tags).where(eq(tags.slug, tag));
    if (!row) return null;
    conditions.push(isAmong(posts.id, postTags.postId, postTags, eq(postTags.tagId, row.id)));
  }
  if (year !== undefined) {
    const timeZone = await readOption(db, "site_timezone");
    during = {
      from: beginOfMonth(year, 1, timeZone),
      until: new Date(Math.min(beginOfMonth(year + 1, 1, timeZone).getTime(), LAST_INSTANT)),
    };
    conditions.push(gte(posts.createTime, during.from), lt(posts.createTime, during.until));
  }
  return { among: and(...conditions), during };
}

/** So many matches are looked up at once: on PostgreSQL each question waits for a turn of the event loop. */
const AT_ONCE = 20;

/** Some matches by their numbers, in their order. */
async function rowsOf(db: Database, ids: readonly number[], now: Date) {
  const size = batchFor(ids.length);
  const rows = await prepared(db, `found-posts:${size}`, (on) =>
    on
      .select({ ...itemColumns, plainText: beginningOf(posts.plainText, MOST_TEXT) })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.authorId))
      .where(and(idIn(posts.id, size), rowByRow(visibleTo(visitor, present, "list")))),
  ).execute({ now, ...idPlaces(ids, size) });
  return inOrder(rows, ids);
}

/** Posts whose title or text contains every word of a keyword, with matching passages. Counts 1,000 at most. */
export const searchPosts = query("searchPosts", {
  can: "read the site",
  input: shape.postSearch,
  output: pageOf(shape.foundPost),
  summary:
    "Found are posts whose title or text holds every word; of a protected one the title alone is searched. First come matches in the title, whole words before their beginnings, then the newest. At most 1,000 are found and counted. `highlights` are pieces of plain text.",
  reads: ({ year }) => [
    "posts",
    "categories",
    "tags",
    "users",
    "search",
    ...(year === undefined ? [] : settingKeys("site_timezone")),
  ],
  run: async ({ db, actor, now }, { keyword, page, size, ...filters }) => {
    const words = readKeyword(keyword);
    const tree = await categoryTree(db);
    const which = await filtered(db, tree, filters);
    const found = which === null ? [] : await find(db, words, now, tree, which);
    const wanted = found.slice((page - 1) * size, page * size);
    const breathe = breathing();
    const rows = [];
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      rows.push(...(await rowsOf(db, wanted.slice(from, from + AT_ONCE), now)));
      await breathe();
    }
    // As in the list: a password is for one requested post.
    const lister = { ...actor, contentPassword: null };
    const passage = passagesOf(rows.length);
    const items = [];
    for (const { plainText, ...post } of await withRelations(db, rows, tree)) {
      const seen = forVisitor(post, lister);
      const text = seen.locked ? [] : passage(plainText ?? "", words);
      items.push({ ...seen, highlights: { title: highlighted(post.title, words), text } });
      await breathe();
    }
    return { total: found.length, items };
  },
});
