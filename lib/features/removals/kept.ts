import { and, count, desc, eq, gt, inArray, or, type SQL, sum } from "drizzle-orm";
import type { AnyTable, Database } from "../../../db";
import { bytesOfJson, none } from "../../../db/expressions";
import { type KeptRecord, removedParts, removedRecords } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import { AppError, notFound } from "../../core/errors";
import { readOption } from "../../services/settings/reading";
import { type Removable, removables } from "./removable";
import { unpacked } from "./rows";
import type { RemovableKind } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a deleted record is kept, in milliseconds: as long as texts in the recycle bin. */
export const keptFor = async (db: Database): Promise<number> =>
  (await readOption(db, "recycled_post_retention_time")) * DAY_MS;

/** The condition for records whose time is not over. */
export const isKept = async (db: Database, now: Date): Promise<SQL> =>
  gt(removedRecords.removedTime, new Date(now.getTime() - (await keptFor(db))));

export function removableOf(kind: string): Removable {
  const found = removables.get().find((each) => each.kind === kind);
  if (!found) throw new Error(`Nobody can put back a ${kind}.`);
  return found;
}

/** The kinds that have something outside of the database. */
export const withFiles = (): RemovableKind[] =>
  removables.get().flatMap(({ kind, hasFiles }) => (hasFiles ? [kind] : []));

/** The condition for deleted records that this actor may see and put back. */
export const visibleTo = (actor: Actor): SQL =>
  or(
    ...removables
      .get()
      .filter((each) => can(actor, each.can))
      .map(({ kind, others }) => {
        const isOfKind = eq(removedRecords.kind, kind);
        if (others === null || can(actor, others)) return isOfKind;
        return actor.id === null ? none : and(isOfKind, eq(removedRecords.ownerId, actor.id));
      }),
  ) ?? none;

/** The condition for the deletions of these records. */
export const isOf = (items: readonly { kind: RemovableKind; id: number }[]): SQL =>
  or(
    ...[...new Set(items.map(({ kind }) => kind))].map((kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
      return and(eq(removedRecords.kind, kind), inArray(removedRecords.recordId, ids));
    }),
  ) ?? none;

/**
 * The most bytes of several records that are put back at once, as they are kept: nobody else writes meanwhile. A thousand
 * notes of the greatest length took sixteen seconds.
 */
export const MOST_BACK = 32 * 1024 * 1024;

/** Refuses more than that; a single record can always be put back. */
export async function requireFew(db: Database, now: Date, where: SQL | undefined): Promise<void> {
  const these = and(await isKept(db, now), where);
  const [found] = await db
    .select({ all: count(), bytes: sum(bytesOfJson(removedRecords.record)) })
    .from(removedRecords)
    .where(these);
  if (!found || found.all <= 1) return;
  const [beside] = await db
    .select({ bytes: sum(bytesOfJson(removedParts.part)) })
    .from(removedParts)
    .where(inArray(removedParts.removalId, db.select({ id: removedRecords.id }).from(removedRecords).where(these)));
  if (Number(found.bytes) + Number(beside?.bytes ?? 0) <= MOST_BACK) return;
  throw new AppError(
    "too_large",
    `These ${found.all} have more than ${MOST_BACK} bytes together. Put back fewer at once.`,
    {
      reason: "removed_too_long",
    },
  );
}

const { id, kind, recordId, name, ownerId } = removedRecords;

/** Deleted records that are still kept, the last one that was deleted first. */
export const keptRecords = async (db: Database, now: Date, where: SQL | undefined) =>
  db
    .select({ id, kind, recordId, name, ownerId })
    .from(removedRecords)
    .where(and(await isKept(db, now), where))
    .orderBy(desc(removedRecords.removedTime), desc(id));

/** The same with the records themselves. */
export async function withContents<T extends { id: number }>(
  db: Database,
  rows: readonly T[],
): Promise<(T & { record: KeptRecord })[]> {
  const ids = rows.map((row) => row.id);
  const found = await db.select({ id, record: removedRecords.record }).from(removedRecords).where(inArray(id, ids));
  const records = new Map(found.map((row) => [row.id, row.record]));
  return rows.map((row) => {
    const record = records.get(row.id);
    if (!record) throw notFound();
    return { ...row, record };
  });
}

/** The rows of all deleted records of a kind that are kept, such as for the files that belong to them. */
export async function keptRows<T extends { $inferSelect: object }>(
  db: Database,
  kind: RemovableKind,
  table: T,
): Promise<T["$inferSelect"][]> {
  const rows = await db
    .select({ record: removedRecords.record })
    .from(removedRecords)
    .where(eq(removedRecords.kind, kind));
  return rows.flatMap(({ record }) => unpacked(table as unknown as AnyTable, record.own));
}
