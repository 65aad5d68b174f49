import { and, count, inArray, max, min } from "drizzle-orm";
import { z } from "zod";
import { aside, type Database, prepared } from "../../../../db";
import { dayOf } from "../../../../db/dialect";
import { posts } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { beginOfMonth } from "../../../core/calendar";
import { noInput } from "../../../core/fields";
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

const listed = () => visibleTo(visitor, present, "list");

/** How many were published on each day of UTC, and when the first and the last. */
const byDay = (on: Database) =>
  on
    .select({ day: dayOf(posts.createTime), first: min(posts.createTime), last: max(posts.createTime), total: count() })
    .from(posts)
    .where(listed())
    .groupBy(dayOf(posts.createTime));

/** Days in one statement. */
const AT_ONCE = 500;

/** When each of those was published that are of some days. */
const timesOn = (on: Database, days: readonly number[]) =>
  on
    .select({ time: posts.createTime })
    .from(posts)
    .where(and(listed(), inArray(dayOf(posts.createTime), [...days])))
    .prepare();

/** Tells the month of an instant, counted from the year 0. When a month begins never changes, so each is worked out once. */
async function monthsIn(db: Database, timeZone: string): Promise<(at: Date) => number> {
  const known = await remembered(db, `months in ${timeZone}`, { cacheKeys: [] }, async () => new Map<number, number>());
  const beginOf = (month: number): number => {
    const begin = known.get(month) ?? beginOfMonth(Math.floor(month / 12), (month % 12) + 1, timeZone).getTime();
    known.set(month, begin);
    return begin;
  };
  return (at) => {
    const inUtc = at.getUTCFullYear() * 12 + at.getUTCMonth();
    if (at.getTime() < beginOf(inUtc)) return inUtc - 1;
    return at.getTime() < beginOf(inUtc + 1) ? inUtc : inUtc + 1;
  };
}

/**
 * The number of public posts by month of the site's calendar, newest first: counted once until one is published. Databases
 * do not agree on time zones, so they count by days of UTC, of which those are looked at more closely in which a month
 * begins. To ask for one month after the other took seconds where an author wrote of thousands.
 */
const countByMonth = (db: Database, now: Date, timeZone: string): Promise<Months> =>
  remembered(db, `archives in ${timeZone}`, { cacheKeys: ["post-places"], until: untilPublication }, async () => {
    const reader = aside(db, "pages");
    const [days, monthOf] = [
      await prepared(reader, "archives-days", byDay).execute({ now }),
      await monthsIn(db, timeZone),
    ];
    const [totals, divided, breathe] = [new Map<number, number>(), [] as number[], breathing()];
    const add = (month: number, total: number) => totals.set(month, (totals.get(month) ?? 0) + total);
    for (const { day, first, last, total } of days) {
      await breathe();
      if (first === null || last === null) continue;
      const month = monthOf(first);
      if (month === monthOf(last)) add(month, total);
      else divided.push(day);
    }
    for (let from = 0; from < divided.length; from += AT_ONCE) {
      const times = await timesOn(reader, divided.slice(from, from + AT_ONCE)).execute({ now });
      for (const { time } of times) add(monthOf(time), 1);
    }
    return [...totals]
      .sort(([a], [b]) => b - a)
      .map(([month, postCount]) => ({ year: Math.floor(month / 12), month: (month % 12) + 1, postCount }));
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
