import type { Database } from "../../../../db";
import { metasOf } from "../metas";
import { type ItemRow, type Meta, type Related, related } from "../rows";
import { sheet } from "./collection";
import { locksOf } from "./locks";

/** Puts each sheet together with its metas, its author, its address and the password that stands before it. */
export async function withRelations<R extends ItemRow>(db: Database, rows: readonly R[]): Promise<(R & Related)[]> {
  if (rows.length === 0) return [];
  const metas = await metasOf(
    sheet,
    db,
    rows.map((row) => row.id),
  );
  const addressOf = await sheet.addresses(db, rows);
  return rows.map((row) => related(row, { url: addressOf(row), metas: metas.get(row.id) ?? [], locks: locksOf(row) }));
}

/** The same for one sheet whose metas are known. */
export async function withMetas<R extends ItemRow>(db: Database, row: R & { metas?: Meta[] }): Promise<R & Related> {
  const addressOf = await sheet.addresses(db, [row]);
  return related(row, { url: addressOf(row), metas: row.metas ?? [], locks: locksOf(row) });
}
