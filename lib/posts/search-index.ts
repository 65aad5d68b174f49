import { asc, eq, gt, sql } from "drizzle-orm";
import { type Database, prepared, searchIndex } from "../../db";
import { posts } from "../../db/schema";
import { system } from "../core/access";
import { noInput, nothing } from "../core/fields";
import { mutation } from "../core/operation";
import { htmlText } from "../content/html-text";
import { indexWords, SEARCH_VERSION } from "../content/search";
import * as shape from "../search/schema";

const kind = "post";

/** Few enough that a batch holds nobody up for long beside a running server. */
const BATCH = 20;

const indexed = { id: posts.id, title: posts.title, status: posts.status, password: posts.password, createTime: posts.createTime, content: posts.content };
type Row = Pick<typeof posts.$inferSelect, keyof typeof indexed>;

/** Takes a post out of the index, in the transaction that took it from its readers. */
export const unindexPost = (db: Database, id: number): Promise<void> => searchIndex.remove(db, { kind, recordId: id });

/**
 * Brings the index up to date with a post as it stands after a change, in the transaction that made it. What readers
 * may see is found, and nothing else: of a protected post the title, of one that is not public nothing.
 */
export const indexPost = (db: Database, { id, title, status, password, createTime, content }: Row): Promise<void> =>
  status === "PUBLISHED"
    ? searchIndex.put(db, { kind, recordId: id, time: createTime, title: indexWords(title), text: password === "" ? indexWords(htmlText(content)) : [] })
    : unindexPost(db, id);

/** The same for several that were changed or deleted. */
export async function indexPosts(db: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const [row] = await prepared(db, "post-to-index", (on) => on.select(indexed).from(posts).where(eq(posts.id, sql.placeholder("id")))).execute({ id });
    await (row ? indexPost(db, row) : unindexPost(db, id));
  }
}

/** Puts the next of the posts that no index of this version has seen yet into it; answers whether that was the last. */
export const indexNextPosts = mutation("indexNextPosts", {
  can: "manage users",
  input: shape.indexing,
  output: shape.indexed,
  touches: () => ["search"],
  silent: true,
  run: async ({ db }, { anew, most }) => {
    let progress = anew ? null : await searchIndex.progress(db, kind);
    if (progress?.version !== SEARCH_VERSION) {
      await searchIndex.clear(db, kind);
      progress = { version: SEARCH_VERSION, reached: 0, done: false };
    }
    if (progress.done) return { count: 0, done: true };
    const rows = await db.select(indexed).from(posts).where(gt(posts.id, progress.reached)).orderBy(asc(posts.id)).limit(most);
    for (const row of rows) await indexPost(db, row);
    const done = rows.length < most;
    await searchIndex.setProgress(db, kind, { version: SEARCH_VERSION, reached: rows.at(-1)?.id ?? progress.reached, done });
    return { count: rows.length, done };
  },
});

/** Notes in the log that the index was made anew, so that a running server drops what it found before. */
export const noteReindexed = mutation("noteReindexed", {
  can: "manage users",
  input: noInput,
  output: nothing,
  touches: () => ["search"],
  about: () => ({ subject: "search", summary: "made the search index anew" }),
  run: async () => undefined,
});

type Course = { anew?: boolean; batch?: number; goesOn?: () => boolean; onBatch?: (count: number) => void };

/** Completes the index, batch by batch; between two of them others have their turn. Goes on another time where it was stopped. */
export async function completeIndex({ anew = false, batch = BATCH, goesOn = () => true, onBatch }: Course = {}): Promise<void> {
  for (let first = true, done = false; !done && goesOn(); first = false) {
    const batchDone = await indexNextPosts(system, { anew: anew && first, most: batch });
    onBatch?.(batchDone.count);
    done = batchDone.done;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
