import { setTimeout as pause } from "node:timers/promises";
import { and, asc, count, eq, gt, isNull } from "drizzle-orm";
import { aside } from "../../../db";
import { references } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { type RecordKind, recordKinds } from "./kinds-schema";
import { tableOf } from "./records";
import { recordBatch } from "./schema";

/** Records that are looked up at once. */
const BATCH = 200;
/**
 * References that go in one transaction, of one record all, and how many times as long as that takes others have the server
 * for themselves. Two hundred deleted texts with 4,900 links each kept the whole site waiting for twenty seconds.
 */
const [MOST_AT_ONCE, REST] = [1_000, 2];

const forgetReferences = mutation("forgetReferences", {
  can: "look after storage",
  input: recordBatch,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db }, { kind, recordIds }) => {
    // Numbers are never reused, so deleted records stay deleted.
    for (const recordId of recordIds)
      await db.delete(references).where(and(eq(references.kind, kind), eq(references.recordId, recordId)));
  },
});

type Gone = { recordId: number; rows: number };

/** The next deleted records of a kind that have references, and how many. */
function deletedAfter(kind: RecordKind, last: number): Promise<Gone[]> {
  const table = tableOf(kind);
  const { recordId } = references;
  // It looks at all references where nothing has been deleted.
  return aside(engine().reader, "dashboard")
    .select({ recordId, rows: count() })
    .from(references)
    .leftJoin(table, eq(table.id, recordId))
    .where(and(eq(references.kind, kind), gt(recordId, last), isNull(table.id)))
    .groupBy(recordId)
    .orderBy(asc(recordId))
    .limit(BATCH);
}

/** The first of some records: one, or as many as have no more references than may go at once. */
function firstOf(gone: readonly Gone[]): Gone[] {
  let rows = 0;
  return gone.filter((each, i) => (rows += each.rows) <= MOST_AT_ONCE || i === 0);
}

/** Removes references of deleted records. Answers join references with their records, so they never show these. */
export async function forgetReferencesOfDeleted(signal?: AbortSignal): Promise<void> {
  for (const kind of recordKinds)
    for (let last = 0; ;) {
      let left = await deletedAfter(kind, last);
      if (left.length === 0) break;
      last = left.at(-1)?.recordId ?? last;
      while (left.length > 0) {
        signal?.throwIfAborted();
        const begun = performance.now();
        const some = firstOf(left);
        await forgetReferences(system, { kind, recordIds: some.map(({ recordId }) => recordId) });
        left = left.slice(some.length);
        await pause(REST * (performance.now() - begun), undefined, { ref: false, ...(signal && { signal }) });
      }
    }
}
