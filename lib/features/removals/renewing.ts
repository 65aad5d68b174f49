import { asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../../db";
import { removedRecords } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { keptRecord } from "./schema";

/** The next deleted record by the number of its deletion, with all that comes back; the first one after null. */
export const keptAfter = async (db: Database, after: number | null) =>
  (
    await db
      .select({ id: removedRecords.id, kind: removedRecords.kind, record: removedRecords.record })
      .from(removedRecords)
      .where(after === null ? undefined : gt(removedRecords.id, after))
      .orderBy(asc(removedRecords.id))
      .limit(1)
  )[0];

/** Stores a deleted record with other texts, if it can still be put back. */
export const storeKept = mutation("storeKeptTexts", {
  can: "look after storage",
  input: keptRecord,
  output: nothing,
  // Nobody reads it before it is put back.
  touches: () => [],
  silent: true,
  run: async ({ db }, { id, record }) =>
    void (await db.update(removedRecords).set({ record }).where(eq(removedRecords.id, id))),
});
