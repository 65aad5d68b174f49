import { and, gt, inArray, isNull, min } from "drizzle-orm";
import type { Database } from "../../../db";
import { posts, sheets } from "../../../db/schema";
import { noInput } from "../../core/fields";
import { engine, query } from "../../core/operation";
import { publication } from "./schema";

async function findNextPublication(db: Database, now: Date): Promise<Date | null> {
  const times = await Promise.all(
    [posts, sheets].map(async (table) => {
      const coming = and(
        inArray(table.status, ["PUBLISHED", "INTIMATE"]),
        gt(table.createTime, now),
        isNull(table.recycledTime),
      );
      const [row] = await db
        .select({ at: min(table.createTime) })
        .from(table)
        .where(coming);
      return row?.at ?? null;
    }),
  );
  return times.reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), null);
}

/** When the next scheduled post or sheet becomes visible: what is kept in memory until then is right until then. */
export const nextPublication = query("nextPublication", {
  can: "read the site",
  input: noInput,
  output: publication,
  run: async ({ db, now }) => ({ at: await findNextPublication(db, now) }),
});

/** The same in milliseconds, for kept answers. */
export const untilPublication = async (): Promise<number> =>
  (await findNextPublication(engine().reader, new Date()))?.getTime() ?? Number.POSITIVE_INFINITY;
