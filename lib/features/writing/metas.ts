import { asc, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { recordReferences } from "../references/recording";
import { someAtOnce } from "../../core/at-once";
import { AppError } from "../../core/errors";
import { batchFor, byRecord, idIn, idPlaces } from "./batches";
import type { Collection } from "./collection";
import type { Meta } from "./rows";

/** Metas as they are sent. */
export type GivenMetas = readonly { key: string; postId?: number | null; value?: string | null }[] | null;

/** The metas of up to 100 records, by the record's number. */
export async function metasOf(
  { name, metas: table }: Collection,
  db: Database,
  ids: readonly number[],
): Promise<Map<number, Meta[]>> {
  const size = batchFor(ids.length);
  const rows = await prepared(db, `${name}-metas:${size}`, (on) =>
    on.select().from(table).where(idIn(table.postId, size)).orderBy(asc(table.key)),
  ).execute(idPlaces(ids, size));
  return byRecord(rows, (meta) => meta);
}

/** Replaces a record's metas; returns them as they are read. */
export async function putMetas(
  { name, metas: table }: Collection,
  db: Database,
  postId: number,
  given: GivenMetas,
  isNew: boolean,
): Promise<Meta[]> {
  const metas = given ?? [];
  const errors = metas.flatMap((meta, i) =>
    meta.postId === undefined || meta.postId === null || meta.postId === postId
      ? []
      : [
          {
            field: `metas.${i}.postId`,
            code: "wrong_value",
            message: `Leave this out, or send the number of the ${name} itself.`,
          },
        ],
  );
  if (errors.length > 0)
    throw new AppError("invalid", `Custom fields belong to the ${name} they are sent with.`, { errors });
  const ofRecord = eq(table.postId, sql.placeholder("postId"));
  if (!isNew) await prepared(db, `no-${name}-metas`, (on) => on.delete(table).where(ofRecord)).execute({ postId });
  await someAtOnce(metas, ({ key, value }) =>
    prepared(db, `new-${name}-meta`, (on) =>
      on
        .insert(table)
        .values({ postId: sql.placeholder("postId"), key: sql.placeholder("key"), value: sql.placeholder("value") }),
    ).execute({ postId, key, value: value ?? "" }),
  );
  if (!isNew || metas.length > 0)
    await recordReferences(
      db,
      name,
      postId,
      { metas: metas.flatMap(({ key, value }) => [key, value ?? ""]).join("\n") },
      { isNew },
    );
  // Sorted by the engine, as every list of them is.
  return metas.length === 0
    ? []
    : prepared(db, `${name}-metas`, (on) => on.select().from(table).where(ofRecord).orderBy(asc(table.key))).execute({
        postId,
      });
}
