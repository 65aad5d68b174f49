import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../../../db";
import { rowByRow } from "../../../../db/expressions";
import { inOrder } from "../../../../db/pages";
import { posts, postTags, tags } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { rememberedOf } from "../../../core/remembered";
import { indexWords } from "../../../text/search";
import { categoryTree } from "../../taxonomy/categories/tree";
import { batchFor, idIn, idPlaces } from "../batches";
import { visibleTo } from "../../visibility/posts";
import { untilPublication } from "../../visibility/queries";
import { present, visibilityKey } from "../../visibility/texts";
import * as shape from "../schema";
import { postAddresses } from "./permalink";
import { withoutPassword } from "./search";
import * as lists from "./schema";

/** The posts that are named below another. */
const MOST = 3;
/** The newest posts of each tag that are looked at, the most tags, and the posts among which those that fit best are. */
const [MOST_OF_TAG, MOST_TAGS, MOST_NEAR] = [50, 5, 20];
/** Words of a title that are searched, the posts with each that are looked at, and the length of a short word. */
const [MOST_WORDS, MOST_WITH_WORD, SHORT_WORD] = [6, 20, 3];

type Row = { id: number; title: string; slug: string; createTime: Date };
const columns = { id: posts.id, title: posts.title, slug: posts.slug, createTime: posts.createTime };

const tagsOf = (db: Database, id: number) =>
  prepared(db, "tags-of-post", (on) =>
    on
      .select({ id: postTags.tagId })
      .from(postTags)
      .where(eq(postTags.postId, sql.placeholder("id")))
      .orderBy(asc(postTags.position))
      .limit(MOST_TAGS),
  ).execute({ id });

/** Those that visitors see alone: hidden ones would take the places of others here, and be told of by what is missing. */
const newestWith = (db: Database, tagId: number, now: Date): Promise<readonly number[]> =>
  rememberedOf(
    db,
    "newest posts with a tag",
    { cacheKeys: ["post-places", "tags"], until: untilPublication },
    tagId,
    async () => {
      const rows = await prepared(db, "newest-with-tag", (on) =>
        on
          .select({ id: postTags.postId })
          .from(postTags)
          .innerJoin(posts, eq(posts.id, postTags.postId))
          .where(and(eq(postTags.tagId, sql.placeholder("tagId")), rowByRow(visibleTo(visitor, present, "list"))))
          .orderBy(desc(postTags.postId))
          .limit(MOST_OF_TAG),
      ).execute({ tagId, now });
      return rows.map((row) => row.id);
    },
  );

/** Posts that share most tags with one, the newest of these first. */
async function byTags(db: Database, id: number, now: Date): Promise<Row[]> {
  const shared = new Map<number, number>();
  for (const tag of await tagsOf(db, id))
    for (const each of await newestWith(db, tag.id, now)) shared.set(each, (shared.get(each) ?? 0) + 1);
  shared.delete(id);
  const near = [...shared].sort(([a, one], [b, other]) => other - one || b - a).slice(0, MOST_NEAR);
  if (near.length === 0) return [];
  const size = batchFor(near.length);
  const rows = await prepared(db, `near-posts:${size}`, (on) =>
    on.select(columns).from(posts).where(idIn(posts.id, size)),
  ).execute(
    idPlaces(
      near.map(([each]) => each),
      size,
    ),
  );
  return rows.sort(
    (a, b) =>
      (shared.get(b.id) ?? 0) - (shared.get(a.id) ?? 0) ||
      b.createTime.getTime() - a.createTime.getTime() ||
      b.id - a.id,
  );
}

/** Posts with the words of a title, those with its rare ones first; a word that many posts have says nothing. */
async function byWords(db: Database, { id, title }: Row, now: Date): Promise<number[]> {
  const words = indexWords(title)
    .filter((word) => word.length > SHORT_WORD || !/^[a-z0-9]+$/.test(word))
    .slice(0, MOST_WORDS);
  const where = and(visibleTo(visitor, now, "list"), ne(posts.id, id), withoutPassword(db, await categoryTree(db)));
  const scores = new Map<number, number>();
  for (const word of words) {
    const found = await searchIndex.find(db, {
      kind: "post",
      words: [{ word, prefix: false }],
      // Of titles alone: an edit of a text then leaves the pages of all others as they are.
      within: "title",
      records: { table: posts, id: posts.id },
      where,
      most: MOST_WITH_WORD,
    });
    if (found.length < MOST_WITH_WORD)
      for (const each of found) scores.set(each, (scores.get(each) ?? 0) + 1 / found.length);
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || b - a).map(([each]) => each);
}

/** Posts on the same matters as one: by its tags, then by the words of its title. */
export const getRelated = query("getRelated", {
  can: "read the site",
  input: shape.postRef,
  output: lists.relatedPosts,
  summary: "Up to three, those that share most tags first, then those with the rarest words of the title.",
  reads: () => ["post-places", "tags", "categories", "search"],
  run: async ({ db, actor, now }, { postId: id }) => {
    const [here] = await prepared(db, `title-of-post:${visibilityKey(actor)}`, (on) =>
      on
        .select(columns)
        .from(posts)
        .where(and(eq(posts.id, sql.placeholder("id")), visibleTo(actor, present, "around"))),
    ).execute({ id, now });
    if (!here) throw notFound();
    const found = (await byTags(db, id, now)).slice(0, MOST);
    if (found.length < MOST) {
      const known = new Set(found.map((row) => row.id));
      const others = (await byWords(db, here, now)).filter((each) => !known.has(each)).slice(0, MOST - found.length);
      const rows = others.length === 0 ? [] : await db.select(columns).from(posts).where(inArray(posts.id, others));
      found.push(...inOrder(rows, others));
    }
    const urlOf = await postAddresses(db, found);
    return found.map((row) => ({ id: row.id, title: row.title, url: urlOf(row) }));
  },
});

/** The parts of a series in their order. */
export const getSeries = query("getSeries", {
  can: "read the site",
  input: lists.seriesOf,
  output: lists.series,
  summary: "The posts of a tag that is a series, from the oldest on; the first 200.",
  reads: () => ["post-places", "tags"],
  run: async ({ db, now }, { tag }) => {
    const [series] = await prepared(db, "series", (on) =>
      on
        .select({ id: tags.id, name: tags.name, slug: tags.slug })
        .from(tags)
        .where(and(eq(tags.slug, sql.placeholder("tag")), eq(tags.series, true))),
    ).execute({ tag });
    if (!series) throw notFound();
    const rows = await prepared(db, "parts-of-series", (on) =>
      on
        .select(columns)
        .from(postTags)
        .innerJoin(posts, eq(posts.id, postTags.postId))
        .where(and(eq(postTags.tagId, sql.placeholder("tagId")), visibleTo(visitor, present, "list")))
        .orderBy(asc(posts.createTime), asc(posts.id))
        .limit(lists.MOST_PARTS),
    ).execute({ tagId: series.id, now });
    const urlOf = await postAddresses(db, rows);
    return {
      name: series.name,
      url: `/tags/${encodeURIComponent(series.slug)}`,
      parts: rows.map((row) => ({ id: row.id, title: row.title, url: urlOf(row) })),
    };
  },
});
