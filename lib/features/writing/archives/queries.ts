import { and, count, gte, lt, min, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { beginOfMonth, dateIn } from "../../../core/calendar";
import { FIRST_INSTANT, LAST_INSTANT, noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { settingKeys } from "../../../core/settings";
import { readOption } from "../../../services/settings/reading";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import * as shape from "./schema";

type Months = { year: number; month: number; postCount: number }[];

/** Public posts from an instant on, and before another. */
const between = (on: Database) =>
  on
    .select({ total: count(), first: min(posts.createTime) })
    .from(posts)
    .where(
      and(
        visibleTo(visitor, present, "list"),
        gte(posts.createTime, sql.param(sql.placeholder("from"), posts.createTime)),
        lt(posts.createTime, sql.param(sql.placeholder("to"), posts.createTime)),
      ),
    );

/**
 * The number of public posts by month of the site's calendar, newest first: counted once until one is published, month
 * after month, since databases do not agree on time zones.
 */
const countByMonth = (db: Database, now: Date, timeZone: string): Promise<Months> =>
  remembered(db, `archives in ${timeZone}`, { cacheKeys: ["post-places"], until: untilPublication }, async () => {
    const months: Months = [];
    const find = async (from: Date, to: Date) =>
      (await prepared(db, "archives", between).execute({ now, from, to }))[0] ?? { total: 0, first: null };
    const last = new Date(LAST_INSTANT);
    for (let next = (await find(new Date(FIRST_INSTANT), last)).first; next !== null;) {
      const of = dateIn(timeZone, next);
      const [year, month] = [Number(of.year), Number(of.month)];
      const [begin, end] = [beginOfMonth(year, month, timeZone), beginOfMonth(year, month + 1, timeZone)];
      const to = end < last ? end : last;
      months.push({ year, month, postCount: (await find(begin, to)).total });
      next = to < last ? (await find(to, last)).first : null;
    }
    return months.toReversed();
  });

/** The number of public posts by year and month, newest first. */
export const listArchives = query("listArchives", {
  can: "read the site",
  input: noInput,
  output: z.array(shape.archiveYear),
  reads: () => ["post-places", ...settingKeys("site_timezone")],
  run: async ({ db, now }) => {
    const rows = await countByMonth(db, now, await readOption(db, "site_timezone"));
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
