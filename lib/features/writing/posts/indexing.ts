import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Database } from "../../../../db";
import { posts } from "../../../../db/schema";
import { system } from "../../../core/access";
import { nothing } from "../../../core/fields";
import { engine, mutation } from "../../../core/operation";
import { Raced } from "../../../core/races";
import { jobKind } from "../../../services/jobs/kinds";
import { enqueue } from "../../../services/jobs/queue";
import type { JobRun } from "../../../services/jobs/running";
import * as shape from "../search-schema";
import { indexPost, wordsOf } from "./search-index";

/** Puts posts into the index one after the other, which were published together and have too many words for that. */
export const indexingJob = jobKind("index", {
  lane: "upkeep",
  payload: shape.indexedLater,
  tries: 8,
  alone: true,
});

export const indexLater = async (db: Database, ids: readonly number[], now: Date): Promise<void> =>
  void (await enqueue(
    db,
    { kind: indexingJob, title: "Have published posts found by the search", payload: { ids: [...ids] } },
    now,
  ));

const { id, version, title, status, password, createTime } = posts;

/** Brings the entry of one post up to date. */
const indexAgain = mutation("indexPost", {
  can: "manage users",
  input: shape.indexedPost,
  output: nothing,
  touches: () => ["search"],
  silent: true,
  prepare: async (given) => {
    const [row] = await engine()
      .reader.select({ id, version, title, status, password, createTime })
      .from(posts)
      .where(eq(id, given.id));
    return row ? { row, words: await wordsOf(row) } : null;
  },
  run: async ({ db }, _given, found) => {
    if (!found) return;
    const { row, words } = found;
    const [now] = await db.select({ version }).from(posts).where(eq(id, row.id));
    if (now?.version !== row.version) throw new Raced(`post ${row.id} was changed.`);
    await indexPost(db, row, words);
  },
});

/** How many times as long as a post took others have the server for themselves, and milliseconds of that at the most. */
const [REST, LONGEST_REST_MS] = [3, 5_000];

/** Does the job. */
export async function indexChosen({ ids }: { ids: number[] }, run: JobRun): Promise<void> {
  for (const [done, each] of ids.entries()) {
    run.signal.throwIfAborted();
    const begun = performance.now();
    await indexAgain(system, { id: each });
    run.progress(done + 1, ids.length);
    await pause(Math.min(REST * (performance.now() - begun), LONGEST_REST_MS), undefined, { ref: false });
  }
}
