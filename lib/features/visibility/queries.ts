import { and, gt, inArray, isNull, min } from "drizzle-orm";
import { posts, sheets } from "../../../db/schema";
import { visitor } from "../../core/access";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { publication } from "./schema";

/** When the next scheduled post or sheet becomes public; answers kept in memory are valid until then. */
export const nextPublication = query("nextPublication", {
  can: "read the site",
  input: noInput,
  output: publication,
  // No cache keys: it is asked beside making an answer, not for it.
  reads: () => [],
  run: async ({ db, now }) => {
    const times = await Promise.all(
      [posts, sheets].map(async (table) => {
        const coming = and(
          inArray(table.status, ["PUBLISHED", "INTIMATE"]),
          gt(table.createTime, now),
          isNull(table.recycledTime),
        );
        return (
          (
            await db
              .select({ at: min(table.createTime) })
              .from(table)
              .where(coming)
          )[0]?.at ?? null
        );
      }),
    );
    return { at: times.reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), null) };
  },
});

/** The same in milliseconds, for kept answers. */
export const untilPublication = async (): Promise<number> =>
  (await nextPublication(visitor, {})).at?.getTime() ?? Number.POSITIVE_INFINITY;
