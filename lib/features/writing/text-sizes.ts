import { type Database, prepared } from "../../../db";
import { bytesOf } from "../../../db/expressions";
import { AppError } from "../../core/errors";
import { batchFor, idIn, idPlaces } from "./batches";
import type { Collection } from "./collection";

/**
 * The most bytes of texts in one list. Reading, checking and writing 50 MB takes a second, in which nobody else is
 * answered, and 200 MB of memory.
 */
const MOST_LISTED = 8 * 1024 * 1024;

/** The bytes of each record's texts. */
async function sizesOf(
  { name, table }: Collection,
  db: Database,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const size = batchFor(ids.length);
  const rows = await prepared(db, `${name}-text-sizes:${size}`, (on) =>
    on
      .select({
        id: table.id,
        bytes: bytesOf(table.content, table.originalContent, table.workingContent, table.workingOriginalContent),
      })
      .from(table)
      .where(idIn(table.id, size)),
  ).execute(idPlaces(ids, size));
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** The first of these records whose texts have so many bytes together at most. */
export async function fitting(
  collection: Collection,
  db: Database,
  ids: readonly number[],
  most: number,
): Promise<number[]> {
  const sizes = await sizesOf(collection, db, ids);
  let left = most;
  const end = ids.findIndex((id) => (left -= sizes.get(id) ?? 0) < 0);
  return end < 0 ? [...ids] : ids.slice(0, end);
}

/** Refuses a list with more texts than one answer may hold; a single one is always answered. */
export async function refuseLongTexts(collection: Collection, db: Database, ids: readonly number[]): Promise<void> {
  const few = await fitting(collection, db, ids, MOST_LISTED);
  if (few.length === ids.length || ids.length === 1) return;
  const message = `The texts of these ${ids.length} have more than ${MOST_LISTED} bytes together. Ask for fewer at once.`;
  throw new AppError("too_large", message, { errors: [{ field: "size", code: "too_large", message }] });
}

/**
 * The most bytes of the texts of records that are changed at once. SQLite writes a row whole, its texts included, and nobody
 * else writes meanwhile: sixty of two megabytes took more than two seconds.
 */
export const MOST_CHANGED = 64 * 1024 * 1024;
/** Records whose sizes are asked for at once. */
const PART = 100;

/** Refuses a change of several records with more texts than that; a single one can always be changed. */
export async function refuseLongRows(collection: Collection, db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 1) return;
  let bytes = 0;
  for (let at = 0; at < ids.length; at += PART)
    for (const size of (await sizesOf(collection, db, ids.slice(at, at + PART))).values()) bytes += size;
  if (bytes <= MOST_CHANGED) return;
  throw new AppError(
    "too_large",
    `The texts of these ${ids.length} have more than ${MOST_CHANGED} bytes together. Change fewer at once.`,
    { reason: "texts_too_long" },
  );
}
