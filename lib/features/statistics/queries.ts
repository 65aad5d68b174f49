import { and, count, eq, inArray, notInArray, type SQL, sum } from "drizzle-orm";
import { aside, type Database } from "../../../db";
import { categories, journals, links, menus, postCategories, posts, sheets, tags } from "../../../db/schema";
import { categoryTree } from "../taxonomy/categories/tree";
import { visitor } from "../../core/access";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { visibleTo as journalsFor } from "../visibility/journals";
import type { PostStatus } from "../writing/schema";
import { visibleTo as postsFor } from "../visibility/posts";
import { visibleTo as sheetsFor } from "../visibility/sheets";
import * as shape from "./schema";

/** Posts or sheets that match a condition, by status, with their counts. */
const textRows = (db: Database, table: typeof posts, where: SQL | undefined) =>
  aside(db, "dashboard")
    .select({
      status: table.status,
      total: count(),
      words: sum(table.wordCount),
      visits: sum(table.visits),
      likes: sum(table.likes),
    })
    .from(table)
    .where(where)
    .groupBy(table.status);

const journalRows = (db: Database, where: SQL | undefined) =>
  aside(db, "dashboard")
    .select({ type: journals.type, total: count(), likes: sum(journals.likes) })
    .from(journals)
    .where(where)
    .groupBy(journals.type);

const howMany = async (db: Database, table: typeof categories | typeof tags | typeof links | typeof menus) =>
  (await aside(db, "dashboard").select({ total: count() }).from(table))[0]?.total ?? 0;

/** The database returns large sums as text, so that none loses digits. */
const added = (...values: (string | number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
const totalOf = (rows: readonly { total: number }[]): number => added(...rows.map((row) => row.total));

function byStatus(rows: readonly { status: PostStatus; total: number }[]) {
  const of = (status: PostStatus) => rows.find((row) => row.status === status)?.total ?? 0;
  return {
    total: totalOf(rows),
    PUBLISHED: of("PUBLISHED"),
    INTIMATE: of("INTIMATE"),
    DRAFT: of("DRAFT"),
    RECYCLE: of("RECYCLE"),
  };
}

/** The numbers of everything the caller may work on: an author's own, or for editors all. */
export const getStatistics = query("getStatistics", {
  can: "see the dashboard",
  input: noInput,
  output: shape.statistics,
  run: async ({ db, actor, now }) => {
    const [ofPosts, ofSheets, ofJournals] = await Promise.all([
      textRows(db, posts, postsFor(actor, now, "dashboard")),
      textRows(db, sheets, sheetsFor(actor, now, "dashboard")),
      journalRows(db, journalsFor(actor, "dashboard")),
    ]);
    const texts = [...ofPosts, ...ofSheets];
    const journalsOf = (type: "PUBLIC" | "INTIMATE") => ofJournals.find((row) => row.type === type)?.total ?? 0;
    return {
      posts: byStatus(ofPosts),
      sheets: byStatus(ofSheets),
      journals: { total: totalOf(ofJournals), PUBLIC: journalsOf("PUBLIC"), INTIMATE: journalsOf("INTIMATE") },
      categories: await howMany(db, categories),
      tags: await howMany(db, tags),
      links: await howMany(db, links),
      menus: await howMany(db, menus),
      words: added(...texts.map((row) => row.words)),
      visits: added(...texts.map((row) => row.visits)),
      likes: added(...[...texts, ...ofJournals].map((row) => row.likes)),
    };
  },
});

/** The posts without a password, their own or a category's. */
async function openPosts(db: Database, now: Date): Promise<SQL | undefined> {
  const tree = await categoryTree(db);
  const locked = tree
    .all()
    .filter((node) => tree.locksOf([node.id]).length > 0)
    .map((node) => node.id);
  const inLocked = db
    .select({ id: postCategories.postId })
    .from(postCategories)
    .where(inArray(postCategories.categoryId, locked));
  return and(
    postsFor(visitor, now, "list"),
    eq(posts.password, ""),
    locked.length > 0 ? notInArray(posts.id, inLocked) : undefined,
  );
}

/** The numbers of everything public; words, visits and likes of texts without a password. */
export const getPublicStatistics = query("getPublicStatistics", {
  can: "read the site",
  input: noInput,
  output: shape.publicStatistics,
  reads: () => ["posts", "sheets", "journals", "categories", "tags", "links"],
  run: async ({ db, now }) => {
    const ofPosts = await textRows(db, posts, postsFor(visitor, now, "list"));
    const open = await textRows(db, posts, await openPosts(db, now));
    const ofSheets = await textRows(db, sheets, sheetsFor(visitor, now, "list"));
    const openSheets = await textRows(db, sheets, and(sheetsFor(visitor, now, "list"), eq(sheets.password, "")));
    const ofJournals = await journalRows(db, journalsFor(visitor, "list"));
    const texts = [...open, ...openSheets];
    return {
      posts: totalOf(ofPosts),
      sheets: totalOf(ofSheets),
      journals: totalOf(ofJournals),
      categories: await howMany(db, categories),
      tags: await howMany(db, tags),
      links: await howMany(db, links),
      words: added(...texts.map((row) => row.words)),
      visits: added(...texts.map((row) => row.visits)),
      likes: added(...[...texts, ...ofJournals].map((row) => row.likes)),
    };
  },
});
