import { and, asc, desc, eq, gt, inArray, lt, lte, ne, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { minusSum, plus } from "../../../db/expressions";
import { dailyReferrers, dailyViews, recentViews } from "../../../db/schema";
import { spokenName } from "../../core/host-names";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import type { Subject } from "../../core/cache-keys";
import { readToday } from "./today";

/** Hosts of one day that have a row of their own; strangers can invent any number. */
export const MOST_HOSTS = 100;
/** How many days are kept. */
export const KEPT_DAYS = 400;
/** The days of both sums. */
const [MONTH, YEAR] = [30, 365];

const kinds = ["site", "post", "sheet"] as const;

/** Views of some seconds: by record, of other pages, and by the host that they came from. */
export type Views = {
  records: readonly { subject: Subject; visits: number }[];
  pages: number;
  hosts: readonly { host: string; visits: number }[];
};

/** Adds to the rows of a record: that of the day, and its sums. */
async function addViews(db: Database, day: number, kind: (typeof kinds)[number], recordId: number, views: number) {
  const [at, more] = [
    { kind: sql.placeholder("kind"), recordId: sql.placeholder("recordId") },
    sql.placeholder("more"),
  ];
  const row = { ...at, day: sql.placeholder("day") };
  const values = { kind, recordId, day, views, more: views };
  await prepared(db, "daily-views", (on) =>
    on
      .insert(dailyViews)
      .values({ ...row, views: sql.placeholder("views") })
      .onConflictDoUpdate({
        target: [dailyViews.kind, dailyViews.recordId, dailyViews.day],
        set: { views: plus(dailyViews.views, more) },
      }),
  ).execute(values);
  await prepared(db, "recent-views", (on) =>
    on
      .insert(recentViews)
      .values({ ...row, month: sql.placeholder("views"), year: sql.placeholder("views") })
      .onConflictDoUpdate({
        target: [recentViews.kind, recentViews.recordId],
        set: { month: plus(recentViews.month, more), year: plus(recentViews.year, more) },
      }),
  ).execute(values);
}

/** Subtracts the days from the sums that are no longer in their periods. */
async function moveOn(db: Database, today: number): Promise<void> {
  const [site] = await db
    .select({ day: recentViews.day })
    .from(recentViews)
    .where(and(eq(recentViews.kind, "site"), eq(recentViews.recordId, 0)));
  if (!site || site.day >= today) return;
  const without = (column: typeof recentViews.month, days: number) =>
    minusSum(
      column,
      dailyViews.views,
      dailyViews,
      and(
        eq(dailyViews.kind, recentViews.kind),
        eq(dailyViews.recordId, recentViews.recordId),
        gt(dailyViews.day, site.day - days),
        lte(dailyViews.day, today - days),
      ),
    );
  await db
    .update(recentViews)
    .set({ day: today, month: without(recentViews.month, MONTH), year: without(recentViews.year, YEAR) });
  await db.delete(recentViews).where(and(ne(recentViews.kind, "site"), lte(recentViews.year, 0)));
}

async function addReferrer(db: Database, day: number, host: string, views: number) {
  await prepared(db, "referrers", (on) =>
    on
      .insert(dailyReferrers)
      .values({ day: sql.placeholder("day"), host: sql.placeholder("host"), views: sql.placeholder("views") })
      .onConflictDoUpdate({
        target: [dailyReferrers.day, dailyReferrers.host],
        set: { views: plus(dailyReferrers.views, sql.placeholder("more")) },
      }),
  ).execute({ day, host, views, more: views });
}

/** Leaves the hosts with the most views of a day, and adds the views of the others to the row of all others. */
async function keepMostViewed(db: Database, day: number): Promise<void> {
  const rows = await db
    .select({ host: dailyReferrers.host, views: dailyReferrers.views })
    .from(dailyReferrers)
    .where(and(eq(dailyReferrers.day, day), ne(dailyReferrers.host, "")))
    .orderBy(desc(dailyReferrers.views), asc(dailyReferrers.host));
  const others = rows.slice(MOST_HOSTS);
  if (others.length === 0) return;
  const hosts = others.map(({ host }) => host);
  await db.delete(dailyReferrers).where(and(eq(dailyReferrers.day, day), inArray(dailyReferrers.host, hosts)));
  await addReferrer(
    db,
    day,
    "",
    others.reduce((sum, { views }) => sum + views, 0),
  );
}

/** Adds views to the rows of today. The site's own pages are no referrers, by whichever of its names. */
export async function storeViews(db: Database, now: Date, { records, pages, hosts }: Views): Promise<void> {
  const viewed = records.filter(({ visits }) => visits > 0);
  const total = viewed.reduce((sum, { visits }) => sum + visits, pages);
  if (total === 0 && hosts.length === 0) return;
  const { day, own } = await readToday(db, now);
  await moveOn(db, day);
  if (total > 0) await addViews(db, day, "site", 0, total);
  for (const { subject, visits } of viewed) {
    const [name, id] = subject.split(":");
    const kind = kinds.find((each) => each === name);
    if (kind) await addViews(db, day, kind, Number(id), visits);
  }
  const named = new Map<string, number>();
  for (const { host, visits } of hosts) {
    // "" stands for hosts beyond those that memory holds.
    const name = host === "" ? "" : spokenName(host);
    if (name !== null && name !== own) named.set(name, (named.get(name) ?? 0) + visits);
  }
  for (const [name, visits] of named) await addReferrer(db, day, name, visits);
  if (named.size > 0) await keepMostViewed(db, day);
}

/** Deletes the views of days long ago; also moves the sums on where nobody visits. */
export const forgetOldViews = mutation("forgetOldViews", {
  can: "manage jobs",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const { day } = await readToday(db, now);
    await moveOn(db, day);
    const first = day - KEPT_DAYS;
    for (const kind of kinds)
      await db.delete(dailyViews).where(and(eq(dailyViews.kind, kind), lt(dailyViews.day, first)));
    await db.delete(dailyReferrers).where(lt(dailyReferrers.day, first));
  },
});
