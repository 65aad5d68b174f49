import { asc, inArray, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { sheetMetas } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { authorOf, type ItemRow, summaryOf, toldOfLocked, type WholeRow, workingTextOf } from "../rows";
import { sheet } from "./collection";
import { isLockedFor } from "../../visibility/texts";
import { locksOf } from "./locks";

type Meta = typeof sheetMetas.$inferSelect;

/** Puts a sheet together with its metas, its author, its address and the password that stands before it. */
const put = <R extends ItemRow>(row: R, metas: Meta[], url: string) => ({
  ...row,
  url,
  author: authorOf(row),
  metas,
  locks: locksOf(row),
});

/** Puts each sheet together with its metas, its author and the password that stands before it. */
export async function withRelations<R extends ItemRow>(db: Database, rows: readonly R[]) {
  if (rows.length === 0) return [];
  const metas = await prepared(db, `sheet-metas:${rows.length}`, (on) =>
    on
      .select()
      .from(sheetMetas)
      .where(
        inArray(
          sheetMetas.postId,
          rows.map((_, i) => sql.placeholder(`id${i}`)),
        ),
      )
      .orderBy(asc(sheetMetas.key)),
  ).execute(Object.fromEntries(rows.map((row, i) => [`id${i}`, row.id])));
  const addressOf = await sheet.addresses(db, rows);
  return rows.map((row) =>
    put(
      row,
      metas.filter((meta) => meta.postId === row.id),
      addressOf(row),
    ),
  );
}

/** The same for one whose metas are known. */
export const withMetas = async <R extends ItemRow>(db: Database, row: R & { metas?: Meta[] }) =>
  put<R>(row, row.metas ?? [], (await sheet.addresses(db, [row]))(row));

export type RelatedSheet<R extends ItemRow = ItemRow> = Awaited<ReturnType<typeof withRelations<R>>>[number];

/** A sheet as those who work on it see it: the working text where there is one. */
export const forDashboard = (found: RelatedSheet<WholeRow>) => ({
  ...found,
  ...workingTextOf(found),
  locked: found.locks.length > 0,
});

/** A sheet in a list of the dashboard, with its texts where they were read. */
export const forDashboardList = (found: RelatedSheet<ItemRow | WholeRow>) => ({
  ...found,
  ...("content" in found && workingTextOf(found)),
  locked: found.locks.length > 0,
});

/** A sheet as this visitor may see it: of a locked one nothing but title, dates and address. */
export function forVisitor(found: RelatedSheet<ItemRow | WholeRow>, actor: Actor) {
  if (!isLockedFor(actor, found, found.locks)) return { ...found, ...summaryOf(found), locked: false };
  return { ...toldOfLocked(found), url: found.url, author: found.author };
}
