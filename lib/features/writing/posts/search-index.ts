import { asc, eq, gt, inArray, sql } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../../../db";
import { posts } from "../../../../db/schema";
import { system } from "../../../core/access";
import { noInput, nothing } from "../../../core/fields";
import { engine, mutation } from "../../../core/operation";
import { Raced } from "../../../core/races";
import { indexWords, SEARCH_VERSION, type Words } from "../../../text/search";
import { plainTextOf } from "../texts";
import { countOf, MOST_AT_ONCE } from "../indexed-words";
import * as shape from "../search-schema";

const kind = "post";

/** Posts per batch; few, so that a running server does not wait for long. */
const BATCH = 20;

type Row = typeof posts.$inferSelect;

/** The plain text of a stored post. */
async function storedText(db: Database, id: number): Promise<string> {
  const [row] = await prepared(db, "post-plain-text", (on) =>
    on
      .select({ plainText: posts.plainText, content: posts.content })
      .from(posts)
      .where(eq(posts.id, sql.placeholder("id"))),
  ).execute({ id });
  return row ? (row.plainText ?? plainTextOf(row.content)) : "";
}

/**
 * The indexed words of a post, extracted before its transaction: what readers may see. Of a protected post the title,
 * of a hidden one nothing.
 */
export async function wordsOf({
  id,
  title,
  status,
  password,
  plainText,
}: Pick<Row, "id" | "title" | "status" | "password"> & { plainText?: string | null }): Promise<Words> {
  if (status !== "PUBLISHED") return null;
  return {
    title: indexWords(title),
    text: password === "" ? indexWords(plainText ?? (await storedText(engine().reader, id))) : [],
  };
}

/** Removes a post from the index, in the transaction that hides it. */
export const unindexPost = (db: Database, id: number): Promise<void> => searchIndex.remove(db, { kind, recordId: id });

/** Updates the index for a post, in the transaction of its change. */
export const indexPost = (
  db: Database,
  { id, createTime }: Pick<Row, "id" | "createTime">,
  words: Words,
): Promise<void> =>
  words ? searchIndex.put(db, { kind, recordId: id, time: createTime, ...words }) : unindexPost(db, id);

type Next = {
  version: number | undefined;
  reached: number;
  last: boolean;
  rows: (Pick<Row, "id" | "version" | "createTime"> & { missing: string | null; words: Words })[];
};

/** The next posts without an entry of this version, with their words. */
async function nextPosts(db: Database, anew: boolean, most: number): Promise<Next> {
  const progress = await searchIndex.progress(db, kind);
  const current = !anew && progress?.version === SEARCH_VERSION;
  const reached = current ? progress.reached : 0;
  const { id, version, title, status, password, createTime, content, plainText } = posts;
  const found =
    current && progress.done
      ? []
      : await db
          .select({ id, version, title, status, password, createTime, content, plainText })
          .from(posts)
          .where(gt(id, reached))
          .orderBy(asc(id))
          .limit(most);
  const rows: Next["rows"] = [];
  let count = 0;
  for (const row of found) {
    if (count >= MOST_AT_ONCE) break;
    const text = row.plainText ?? (await plainTextOf(row.content));
    const words = await wordsOf({ ...row, plainText: text });
    count += countOf(words);
    rows.push({
      id: row.id,
      version: row.version,
      createTime: row.createTime,
      missing: row.plainText === null ? text : null,
      words,
    });
  }
  return { version: progress?.version, reached, last: found.length < most && rows.length === found.length, rows };
}

/** Indexes the next posts without an entry of this version; returns whether these were the last. */
export const indexNextPosts = mutation("indexNextPosts", {
  can: "manage users",
  input: shape.indexing,
  output: shape.indexed,
  touches: () => ["search"],
  silent: true,
  prepare: ({ anew, most }) => nextPosts(engine().reader, anew, most),
  run: async ({ db }, { anew }, { version, reached, last, rows }) => {
    const progress = await searchIndex.progress(db, kind);
    if (progress?.version !== version) throw new Raced("The index was started again.");
    if (anew || version !== SEARCH_VERSION) await searchIndex.clear(db, kind);
    else if (progress?.done) return { count: 0, done: true };
    else if (progress?.reached !== reached) throw new Raced("The index has gone on.");
    const now = await db
      .select({ id: posts.id, version: posts.version })
      .from(posts)
      .where(
        inArray(
          posts.id,
          rows.map(({ id }) => id),
        ),
      );
    const versions = new Map(now.map((row) => [row.id, row.version]));
    for (const row of rows) {
      if (versions.get(row.id) !== row.version) throw new Raced(`post ${row.id} was changed.`);
      if (row.missing !== null) await db.update(posts).set({ plainText: row.missing }).where(eq(posts.id, row.id));
      await indexPost(db, row, row.words);
    }
    await searchIndex.setProgress(db, kind, {
      version: SEARCH_VERSION,
      reached: rows.at(-1)?.id ?? reached,
      done: last,
    });
    return { count: rows.length, done: last };
  },
});

/** Records a rebuilt index in the log, so that a running server drops its kept searches. */
export const noteReindexed = mutation("noteReindexed", {
  can: "manage users",
  input: noInput,
  output: nothing,
  touches: () => ["search"],
  about: () => ({ subject: "search", summary: "rebuilt the search index" }),
  run: async () => undefined,
});

type Course = { anew?: boolean; batch?: number; goesOn?: () => boolean; onBatch?: (count: number) => void };

/** Completes the index batch by batch, with turns for other work between. Continues later where it was stopped. */
export async function completeIndex({
  anew = false,
  batch = BATCH,
  goesOn = () => true,
  onBatch,
}: Course = {}): Promise<void> {
  for (let first = true, done = false; !done && goesOn(); first = false) {
    const batchDone = await indexNextPosts(system, { anew: anew && first, most: batch });
    onBatch?.(batchDone.count);
    done = batchDone.done;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
