import { asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../../db";
import { removedParts, removedRecords } from "../../../db/schema";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { keptPart, keptRecord } from "./schema";

// Read one by one: each may be megabytes.

/** The next deleted record after the number of a deletion; the first one after null. */
export const keptAfter = async (db: Database, after: number | null) =>
  (
    await db
      .select({ id: removedRecords.id, kind: removedRecords.kind, record: removedRecords.record })
      .from(removedRecords)
      .where(after === null ? undefined : gt(removedRecords.id, after))
      .orderBy(asc(removedRecords.id))
      .limit(1)
  )[0];

/** The same of the rows of other tables that come back with them. */
export const partAfter = async (db: Database, after: number | null) =>
  (
    await db
      .select({ id: removedParts.id, part: removedParts.part })
      .from(removedParts)
      .where(after === null ? undefined : gt(removedParts.id, after))
      .orderBy(asc(removedParts.id))
      .limit(1)
  )[0];

const stored = {
  can: "look after storage",
  output: nothing,
  // Nobody reads it before it is put back.
  touches: () => [],
  silent: true,
} as const;

/** Stores a deleted record with other texts, if it can still be put back. */
export const storeKept = mutation("storeKeptTexts", {
  ...stored,
  input: keptRecord,
  run: async ({ db }, { id, record }) =>
    void (await db.update(removedRecords).set({ record }).where(eq(removedRecords.id, id))),
});

/** The same for what comes back with one. */
export const storePart = mutation("storeKeptPart", {
  ...stored,
  input: keptPart,
  run: async ({ db }, { id, part }) =>
    void (await db.update(removedParts).set({ part }).where(eq(removedParts.id, id))),
});
