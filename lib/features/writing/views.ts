import { and, asc, desc, eq, gt, inArray, lt, lte, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { minusSum, plusInserted } from "../../../db/expressions";
import { dailyReferrers, dailyViews, recentViews } from "../../../db/schema";
import { system } from "../../core/access";
import { atOnce } from "../../core/at-once";
import { noInput } from "../../core/fields";
import { spokenName } from "../../core/host-names";
import { engine, mutation } from "../../core/operation";
import { allInParts, PART } from "../../core/parts";
import type { Subject } from "../../core/cache-keys";
import * as shape from "./revision-schema";
import { readToday } from "./today";

/** Hosts of one day that have a row of their own; strangers can invent any number. */
export const MOST_HOSTS = 100;
/** How many days are kept. */
export const KEPT_DAYS = 400;
/** The days of both sums. */
const [MONTH, YEAR] = [30, 365];

/** Views of some seconds: by record, of other pages, and by the host that they came from. */
export type Views = {
  records: readonly { subject: Subject; visits: number }[];
  pages: number;
  hosts: readonly { host: string; visits: number }[];
};

type Viewed = { kind: (typeof shape.viewedKinds)[number]; recordId: number; views: number };

/**
 * Adds to the rows of records: those of the day, and their sums. With two statements for all of them: on PostgreSQL all
 * that write wait for the answer to each, and strangers may view hundreds of texts in the seconds between two of these.
 */
async function addViews(db: Database, day: number, viewed: readonly Viewed[]): Promise<void> {
  await atOnce([
    db
      .insert(dailyViews)
      .values(viewed.map((row) => ({ ...row, day })))
      .onConflictDoUpdate({
        target: [dailyViews.kind, dailyViews.recordId, dailyViews.day],
        set: { views: plusInserted(dailyViews.views) },
      }),
    db
      .insert(recentViews)
      .values(viewed.map(({ views, ...row }) => ({ ...row, day, month: views, year: views })))
      .onConflictDoUpdate({
        target: [recentViews.kind, recentViews.recordId],
        set: { month: plusInserted(recentViews.month), year: plusInserted(recentViews.year) },
      }),
  ]);
}

type Row = { kind: (typeof shape.viewedKinds)[number]; recordId: number; day: number };

/** Subtracts the days from the sums of these rows, all of one kind and day, that are no longer in their periods. */
async function moveRows(
  db: Database,
  rows: readonly Row[],
  { kind, day }: Pick<Row, "kind" | "day">,
  today: number,
): Promise<void> {
  const without = (column: typeof recentViews.month, days: number) =>
    minusSum(
      column,
      dailyViews.views,
      dailyViews,
      and(
        eq(dailyViews.kind, recentViews.kind),
        eq(dailyViews.recordId, recentViews.recordId),
        gt(dailyViews.day, day - days),
        lte(dailyViews.day, today - days),
      ),
    );
  const these = and(
    eq(recentViews.kind, kind),
    inArray(
      recentViews.recordId,
      rows.map(({ recordId }) => recordId),
    ),
  );
  await db
    .update(recentViews)
    .set({ day: today, month: without(recentViews.month, MONTH), year: without(recentViews.year, YEAR) })
    .where(these);
  if (kind !== "site") await db.delete(recentViews).where(and(these, lte(recentViews.year, 0)));
}

const moveSomeOn = mutation("moveViewsOn", {
  can: "manage jobs",
  input: noInput,
  output: z.int(),
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const { day: today } = await readToday(db, now);
    const rows = await db
      .select({ kind: recentViews.kind, recordId: recentViews.recordId, day: recentViews.day })
      .from(recentViews)
      .where(lt(recentViews.day, today))
      .limit(PART);
    for (const kind of shape.viewedKinds)
      for (const day of new Set(rows.map((row) => row.day))) {
        const group = rows.filter((row) => row.kind === kind && row.day === day);
        if (group.length > 0) await moveRows(db, group, { kind, day }, today);
      }
    return rows.length;
  },
});

/** Brings the sums up to the present day: once a day those of all records, a part in each transaction. */
export async function moveViewsOn(): Promise<void> {
  const db = engine().reader;
  const { day: today } = await readToday(db, new Date());
  const [old] = await db.select({ day: recentViews.day }).from(recentViews).where(lt(recentViews.day, today)).limit(1);
  if (old) await allInParts(() => moveSomeOn(system, {}));
}

/** Adds views that came from these hosts. */
async function addReferrers(db: Database, day: number, named: ReadonlyMap<string, number>): Promise<void> {
  const { host, views } = dailyReferrers;
  await db
    .insert(dailyReferrers)
    .values([...named].map(([name, count]) => ({ day, host: name, views: count })))
    .onConflictDoUpdate({ target: [dailyReferrers.day, host], set: { views: plusInserted(views) } });
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
  await addReferrers(db, day, new Map([["", others.reduce((sum, { views }) => sum + views, 0)]]));
}

/** Adds views to the rows of today. The site's own pages are no referrers, by whichever of its names. */
export async function storeViews(db: Database, now: Date, { records, pages, hosts }: Views): Promise<void> {
  const viewed = records.filter(({ visits }) => visits > 0);
  const total = viewed.reduce((sum, { visits }) => sum + visits, pages);
  if (total === 0 && hosts.length === 0) return;
  const { day, own } = await readToday(db, now);
  const ofRecords = viewed.flatMap(({ subject, visits }) => {
    const [name, id] = subject.split(":");
    const kind = shape.viewedKinds.find((each) => each === name);
    return kind ? [{ kind, recordId: Number(id), views: visits }] : [];
  });
  if (total > 0) await addViews(db, day, [{ kind: "site", recordId: 0, views: total }, ...ofRecords]);
  const named = new Map<string, number>();
  for (const { host, visits } of hosts) {
    // "" stands for hosts beyond those that memory holds.
    const name = host === "" ? "" : spokenName(host);
    if (name !== null && name !== own) named.set(name, (named.get(name) ?? 0) + visits);
  }
  if (named.size === 0) return;
  await addReferrers(db, day, named);
  await keepMostViewed(db, day);
}

const forgetSome = mutation("forgetOldViews", {
  can: "manage jobs",
  input: shape.viewsOfKind,
  output: z.int(),
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { kind }) => {
    const first = (await readToday(db, now)).day - KEPT_DAYS;
    await db.delete(dailyReferrers).where(lt(dailyReferrers.day, first));
    const old = and(eq(dailyViews.kind, kind), lt(dailyViews.day, first));
    const some = db.select({ id: dailyViews.recordId }).from(dailyViews).where(old).limit(PART);
    const gone = await db
      .delete(dailyViews)
      .where(and(old, inArray(dailyViews.recordId, some)))
      .returning({ id: dailyViews.recordId });
    return gone.length;
  },
});

/** Deletes the views of days long ago; also moves the sums on where nobody visits. */
export async function forgetOldViews(): Promise<void> {
  await moveViewsOn();
  for (const kind of shape.viewedKinds) await allInParts(() => forgetSome(system, { kind }));
}
