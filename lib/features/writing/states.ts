import { and, count, eq, gt, lte, ne, type Param, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { type Database, prepared } from "../../../db";
import type { Actor } from "../../core/access";
import { present, visibilityKey, visibilityOf } from "../visibility/texts";
import type { Collection } from "./collection";
import type * as shape from "./schema";

/** The condition of each state of the dashboard. */
export const statesOf = (
  { status, createTime }: Collection["table"],
  now: Date | Param,
): Record<shape.TextState, SQL | undefined> => ({
  all: ne(status, "RECYCLE"),
  published: and(eq(status, "PUBLISHED"), lte(createTime, now)),
  drafts: eq(status, "DRAFT"),
  scheduled: and(eq(status, "PUBLISHED"), gt(createTime, now)),
  private: eq(status, "INTIMATE"),
  bin: eq(status, "RECYCLE"),
});

/** Counts the records of a collection in each state, as an actor sees them. */
export function countingOf({ name, table }: Collection) {
  const visibleTo = visibilityOf(table);
  return async (db: Database, actor: Actor, now: Date): Promise<z.output<typeof shape.stateCounts>> => {
    const mine = visibleTo(actor, present, "dashboard");
    const [rows, [later]] = await Promise.all([
      prepared(db, `${name}-states:${visibilityKey(actor)}`, (on) =>
        on.select({ status: table.status, total: count() }).from(table).where(mine).groupBy(table.status),
      ).execute({ now }),
      prepared(db, `${name}s-scheduled:${visibilityKey(actor)}`, (on) =>
        on
          .select({ total: count() })
          .from(table)
          .where(and(mine, statesOf(table, present).scheduled)),
      ).execute({ now }),
    ]);
    const of = (status: shape.PostStatus) => rows.find((row) => row.status === status)?.total ?? 0;
    const scheduled = later?.total ?? 0;
    return {
      all: of("PUBLISHED") + of("DRAFT") + of("INTIMATE"),
      published: of("PUBLISHED") - scheduled,
      drafts: of("DRAFT"),
      scheduled,
      private: of("INTIMATE"),
      bin: of("RECYCLE"),
    };
  };
}
