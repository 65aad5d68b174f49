import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../../../db";
import { postCategories, posts, users } from "../../../../db/schema";
import { type CategoryTree, categoryTree } from "../../taxonomy/categories/tree";
import { visitor } from "../../../core/access";
import { pageOf } from "../../../core/fields";
import { query } from "../../../core/operation";
import { highlighted, passage, type QueryWord, readKeyword } from "../../../text/search";
import { forVisitor } from "../answers";
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

/**
 * The numbers of all matches, best first: title before text, whole words before prefixes, then newest; up to the limit
 * of paging. Whole words are read from the newest on and no further than needed; prefixes are all collected first.
 */
async function find(db: Database, words: readonly QueryWord[], now: Date, tree: CategoryTree): Promise<number[]> {
  if (words.length === 0) return [];
  const visible = visibleTo(visitor, now, "list");
  const places = [
    { within: "title", where: visible },
    { within: "anywhere", where: and(visible, withoutPassword(db, tree)) },
  ] as const;
  const found = new Set<number>();
  for (const place of places)
    for (const asked of [words.map(({ word }) => ({ word, prefix: false })), words]) {
      const question = {
        ...place,
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

/** One match by its number. For many at once SQLite would scan all published posts instead. */
const rowOf = (db: Database) =>
  prepared(db, "found-post", (on) =>
    on
      .select({ ...itemColumns, plainText: posts.plainText })
      .from(posts)
      .leftJoin(users, eq(users.id, posts.authorId))
      .where(and(eq(posts.id, sql.placeholder("postId")), visibleTo(visitor, present, "list"))),
  );

/** Posts whose title or text contains every word of a keyword, with matching passages. Counts 1,000 at most. */
export const searchPosts = query("searchPosts", {
  can: "read the site",
  input: shape.postSearch,
  output: pageOf(shape.foundPost),
  summary:
    "Found are posts whose title or text holds every word; of a protected one the title alone is searched. First come matches in the title, whole words before their beginnings, then the newest. At most 1,000 are found and counted. `highlights` are pieces of plain text.",
  reads: () => ["posts", "categories", "tags", "users", "search"],
  run: async ({ db, actor, now }, { keyword, page, size }) => {
    const words = readKeyword(keyword);
    const tree = await categoryTree(db);
    const found = await find(db, words, now, tree);
    const wanted = found.slice((page - 1) * size, page * size);
    const rows = (await Promise.all(wanted.map((postId) => rowOf(db).execute({ now, postId })))).flat();
    // As in the list: a password is for one requested post.
    const lister = { ...actor, contentPassword: null };
    const items = (await withRelations(db, rows, tree)).map(({ plainText, ...post }) => {
      const seen = forVisitor(post, lister);
      return {
        ...seen,
        highlights: { title: highlighted(post.title, words), text: seen.locked ? [] : passage(plainText ?? "", words) },
      };
    });
    return { total: found.length, items };
  },
});
