import { eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { recordUsages } from "../attachments/recording";
import { AppError } from "../core/errors";
import type { Kind } from "./kind";

/** Metas as they are sent. */
export type GivenMetas = readonly { key: string; postId?: number | null; value?: string | null }[] | null;

/** Adds metas to a record that has none. */
export async function addMetas({ name, metas: table }: Kind, db: Database, postId: number, given: GivenMetas | undefined): Promise<void> {
  const metas = given ?? [];
  const errors = metas.flatMap((meta, i) =>
    meta.postId === undefined || meta.postId === null || meta.postId === postId ? [] : [{ field: `metas.${i}.postId`, code: "wrong_value", message: `This must be absent or the ${name} itself.` }],
  );
  if (errors.length > 0) throw new AppError("invalid", `A meta belongs to the ${name} it is sent with.`, { errors });
  for (const { key, value } of metas)
    await prepared(db, `new-${name}-meta`, (on) => on.insert(table).values({ postId: sql.placeholder("postId"), key: sql.placeholder("key"), value: sql.placeholder("value") })).execute({ postId, key, value: value ?? "" });
  if (given !== undefined) await recordUsages(db, name, postId, { metas: metas.flatMap(({ key, value }) => [key, value ?? ""]).join("\n") });
}

/** Takes all metas from a record. */
export const removeMetas = async ({ name, metas: table }: Kind, db: Database, postId: number): Promise<void> =>
  void (await prepared(db, `no-${name}-metas`, (on) => on.delete(table).where(eq(table.postId, sql.placeholder("postId")))).execute({ postId }));
