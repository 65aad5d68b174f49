import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { postMetas, references, renewals, sheetMetas } from "../../../db/schema";
import type { RecordKind } from "../references/kinds-schema";
import type { Store } from "./stores";

export type Row = Record<string, unknown> & { id: number };

/** Records per batch; each may hold two megabytes. */
export const BATCH = 10;

export type Renewal = typeof renewals.$inferSelect;

/** How far a renewal has come. */
export const renewalOf = async (db: Database, name: Renewal["name"]): Promise<Renewal | undefined> =>
  (await db.select().from(renewals).where(eq(renewals.name, name)))[0];

/** The rows of some tables. */
export async function countRows(of: readonly Store[], db: Database): Promise<number> {
  let count = 0;
  for (const { table } of of) count += await db.$count(table);
  return count;
}

/** The next rows of a table; the first ones after null, since numbers from elsewhere may be below zero. */
export const rowsAfter = async ({ table }: Store, db: Database, after: number | null): Promise<Row[]> =>
  db
    .select()
    .from(table)
    .where(after === null ? undefined : gt(table.id, after))
    .orderBy(asc(table.id))
    .limit(BATCH);

/** Rows of a table by their numbers. */
export const rowsWith = async ({ table }: Store, db: Database, ids: readonly number[]): Promise<Row[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(table)
        .where(inArray(table.id, [...ids]));

/** The next records of a kind that show a picture, by number. */
export async function showing(
  db: Database,
  { kind, folder, fields, after }: { kind: RecordKind; folder: string; fields: readonly string[]; after: number },
): Promise<number[]> {
  const { recordId } = references;
  const wanted = and(
    eq(references.place, "uploads"),
    eq(references.name, folder),
    gt(recordId, after),
    // SQLite would look through all references of the kind, since they are in this order.
    rowByRow(and(eq(references.kind, kind), inArray(references.field, [...fields]))),
  );
  return (await db.selectDistinct({ recordId }).from(references).where(wanted).orderBy(asc(recordId)).limit(BATCH)).map(
    (row) => row.recordId,
  );
}

/** A record's metas in the form that its references are made of. */
export async function metasOf(db: Database, kind: RecordKind | null, id: number): Promise<string | undefined> {
  const table = kind === "post" ? postMetas : kind === "sheet" ? sheetMetas : null;
  if (table === null) return undefined;
  return (await db.select({ key: table.key, value: table.value }).from(table).where(eq(table.postId, id)))
    .flatMap(({ key, value }) => [key, value])
    .join("\n");
}
