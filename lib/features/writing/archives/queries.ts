import { count, desc } from "drizzle-orm";
import { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { monthOf, yearOf } from "../../../../db/dialect";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import * as shape from "./schema";

type Months = { year: number; month: number; postCount: number }[];

/** The number of public posts by month, newest first: counted once until one is published, since it looks at all of them. */
const countByMonth = (db: Database, now: Date): Promise<Months> =>
  remembered(db, "archives", { cacheKeys: ["post-places"], until: untilPublication }, () =>
    prepared(db, "archives", (on) => {
      const [year, month] = [yearOf(posts.createTime), monthOf(posts.createTime)];
      return on
        .select({ year, month, postCount: count() })
        .from(posts)
        .where(visibleTo(visitor, present, "list"))
        .groupBy(year, month)
        .orderBy(desc(year), desc(month));
    }).execute({ now }),
  );

/** The number of public posts by year and month, newest first. */
export const listArchives = query("listArchives", {
  can: "read the site",
  input: noInput,
  output: z.array(shape.archiveYear),
  reads: () => ["post-places"],
  run: async ({ db, now }) => {
    const rows = await countByMonth(db, now);
    const years = new Map<number, z.output<typeof shape.archiveYear>>();
    for (const { year, month, postCount } of rows) {
      const known = years.get(year) ?? { year, postCount: 0, months: [] };
      known.postCount += postCount;
      known.months.push({ month, postCount });
      years.set(year, known);
    }
    return [...years.values()];
  },
});
