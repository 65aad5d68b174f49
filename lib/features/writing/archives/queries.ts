import { and, count, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { beginOfMonth, dateIn } from "../../../core/calendar";
import { FIRST_INSTANT, LAST_INSTANT, noInput } from "../../../core/fields";
import { breathing } from "../../../core/giving-way";
import { query } from "../../../core/operation";
import { remembered } from "../../../core/remembered";
import { settingKeys } from "../../../core/settings";
import { readOption } from "../../../services/settings/reading";
import { untilPublication } from "../../visibility/queries";
import { present } from "../../visibility/texts";
import { visibleTo } from "../../visibility/posts";
import * as shape from "./schema";

type Months = { year: number; month: number; postCount: number }[];

/** What makes a post public and of these instants: from the first on, before the second. */
const within = () =>
  and(
    visibleTo(visitor, present, "list"),
    gte(posts.createTime, sql.param(sql.placeholder("from"), posts.createTime)),
    lt(posts.createTime, sql.param(sql.placeholder("to"), posts.createTime)),
  );

const counted = (on: Database) => on.select({ total: count() }).from(posts).where(within());

/** The oldest, which the index finds without counting the others. */
const oldest = (on: Database) =>
  on.select({ time: posts.createTime }).from(posts).where(within()).orderBy(posts.createTime).limit(1);

/**
 * The number of public posts by month of the site's calendar, newest first: counted once until one is published, month
 * after month, since databases do not agree on time zones.
 */
const countByMonth = (db: Database, now: Date, timeZone: string): Promise<Months> =>
  remembered(db, `archives in ${timeZone}`, { cacheKeys: ["post-places"], until: untilPublication }, async () => {
    const months: Months = [];
    // Each question is a short one, and there may be some hundred: aside each would wait for what else is read there.
    const breathe = breathing();
    const last = new Date(LAST_INSTANT);
    const firstFrom = async (from: Date) =>
      (await prepared(db, "archives-first", oldest).execute({ now, from, to: last }))[0]?.time;
    for (let next = await firstFrom(new Date(FIRST_INSTANT)); next !== undefined;) {
      await breathe();
      const of = dateIn(timeZone, next);
      const [year, month] = [Number(of.year), Number(of.month)];
      const [begin, end] = [beginOfMonth(year, month, timeZone), beginOfMonth(year, month + 1, timeZone)];
      const to = end < last ? end : last;
      const [found] = await prepared(db, "archives", counted).execute({ now, from: begin, to });
      months.push({ year, month, postCount: found?.total ?? 0 });
      next = to < last ? await firstFrom(to) : undefined;
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
