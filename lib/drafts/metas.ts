import { eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../db";
import { AppError } from "../core/errors";
import type { Kind } from "./kind";

/** Metas as they are sent. */
export type GivenMetas = readonly { key: string; postId?: number | null; value?: string | null }[] | null;

/** Replaces a record's metas; null empties them. */
export async function setMetas({ name, metas: table }: Kind, db: Database, postId: number, given: GivenMetas): Promise<void> {
  const metas = given ?? [];
  const errors = metas.flatMap((meta, i) =>
    meta.postId === undefined || meta.postId === null || meta.postId === postId ? [] : [{ field: `metas.${i}.postId`, code: "wrong_value", message: `This must be absent or the ${name} itself.` }],
  );
  if (errors.length > 0) throw new AppError("invalid", `A meta belongs to the ${name} it is sent with.`, { errors });
  await prepared(db, `no-${name}-metas`, (on) => on.delete(table).where(eq(table.postId, sql.placeholder("postId")))).execute({ postId });
  if (metas.length > 0) await db.insert(table).values(metas.map((meta) => ({ postId, key: meta.key, value: meta.value ?? "" })));
}
