import { inArray, lt } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../../db";
import { sessions, tokens } from "../../../../db/schema";
import { system } from "../../../core/access";
import { noInput } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { allInParts, PART } from "../../../core/parts";

/** Deletes some of the rows of a table that have expired; returns how many. */
async function deleteSome(db: Database, table: typeof tokens | typeof sessions, now: Date): Promise<number> {
  const over = db.select({ id: table.id }).from(table).where(lt(table.expireTime, now)).limit(PART);
  return (await db.delete(table).where(inArray(table.id, over)).returning({ id: table.id })).length;
}

const forgetSome = mutation("forgetExpiredSignIns", {
  can: "manage jobs",
  input: noInput,
  output: z.int(),
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => Math.max(await deleteSome(db, tokens, now), await deleteSome(db, sessions, now)),
});

/**
 * Deletes tokens and sessions that have expired. An account's own go when it signs in again; accounts that somebody made
 * for nothing never do, and leave hundreds each.
 */
export const forgetExpiredSignIns = (): Promise<void> => allInParts(() => forgetSome(system, {}));
