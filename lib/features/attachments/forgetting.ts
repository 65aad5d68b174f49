import { and, eq, isNull } from "drizzle-orm";
import { usages } from "../../../db/schema";
import { system } from "../../core/access";
import { nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { usageBatch, type UsageKind } from "./schema";
import { records } from "./usages";

/** As many as one transaction takes away. */
const BATCH = 200;

const forgetUsages = mutation("forgetUsages", {
  can: "look after storage",
  input: usageBatch,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db }, { items }) => {
    // Numbers are never given out again, so what is gone stays gone.
    for (const { kind, recordId } of items)
      await db.delete(usages).where(and(eq(usages.kind, kind), eq(usages.recordId, recordId)));
  },
});

/** Forgets the usages of records that were deleted; answers read them together with their record, and so never show these. */
export async function forgetUsagesOfDeleted(): Promise<void> {
  for (const [kind, { table }] of Object.entries(records) as [UsageKind, (typeof records)[UsageKind]][]) {
    for (let full = true; full;) {
      const items = await engine()
        .reader.selectDistinct({ kind: usages.kind, recordId: usages.recordId })
        .from(usages)
        .leftJoin(table, eq(table.id, usages.recordId))
        .where(and(eq(usages.kind, kind), isNull(table.id)))
        .limit(BATCH);
      if (items.length > 0) await forgetUsages(system, { items });
      full = items.length === BATCH;
    }
  }
}
