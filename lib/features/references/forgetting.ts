import { and, eq, isNull } from "drizzle-orm";
import { references } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { tableOf } from "./records";
import { recordKinds } from "./kinds-schema";
import { recordBatch } from "./schema";

/** Records per transaction. */
const BATCH = 200;

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

/** Removes references of deleted records. Answers join references with their records, so they never show these. */
export async function forgetReferencesOfDeleted(): Promise<void> {
  for (const kind of recordKinds) {
    const table = tableOf(kind);
    for (let full = true; full;) {
      const rows = await engine()
        .reader.selectDistinct({ recordId: references.recordId })
        .from(references)
        .leftJoin(table, eq(table.id, references.recordId))
        .where(and(eq(references.kind, kind), isNull(table.id)))
        .limit(BATCH);
      const recordIds = rows.map(({ recordId }) => recordId);
      if (recordIds.length > 0) await forgetReferences(system, { kind, recordIds });
      full = rows.length === BATCH;
    }
  }
}
