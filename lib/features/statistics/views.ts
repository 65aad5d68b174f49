import { and, desc, eq, gt, inArray, lte, ne, sum } from "drizzle-orm";
import type { Database } from "../../../db";
import { dailyReferrers, dailyViews, posts, recentViews, sheets } from "../../../db/schema";
import { isAmong } from "../../../db/expressions";
import { isoDay } from "../../core/calendar";
import { notFound } from "../../core/errors";
import { query } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { visibleTo as postsFor } from "../visibility/posts";
import { visibleTo as sheetsFor } from "../visibility/sheets";
import { post } from "../writing/posts/collection";
import { readToday } from "../writing/today";
import * as shape from "./views-schema";

/** Milliseconds for which the referrers of a year are remembered: adding them up may take a tenth of a second. */
const REMEMBERED_MS = 60_000;
/** Posts and hosts that are answered at most. */
const MOST_LISTED = 100;

type Kind = "site" | "post" | "sheet";

/** The views of each day of a period, with zeros for days without any. */
async function viewsOf(db: Database, now: Date, kind: Kind, recordId: number, days = 30): Promise<shape.Views> {
  const { day: today, timeZone } = await readToday(db, now);
  const before = today - days;
  const rows = await db
    .select({ day: dailyViews.day, views: dailyViews.views })
    .from(dailyViews)
    .where(
      and(
        eq(dailyViews.kind, kind),
        eq(dailyViews.recordId, recordId),
        gt(dailyViews.day, before),
        lte(dailyViews.day, today),
      ),
    );
  const byDay = new Map(rows.map(({ day, views }) => [day, views]));
  const daily = Array.from({ length: days }, (_, i) => {
    const day = before + 1 + i;
    return { day: isoDay(day), views: byDay.get(day) ?? 0 };
  });
  return {
    timeZone,
    from: isoDay(before + 1),
    to: isoDay(today),
    total: daily.reduce((total, { views }) => total + views, 0),
    daily,
  };
}

/** The views of the site's pages by day. */
export const getViews = query("getViews", {
  can: "see the dashboard",
  input: shape.viewsOf,
  output: shape.views,
  summary:
    "Views of all pages of the site by day. Neither cookies nor anything about a visitor is kept; programs, and staff who are signed in, are not counted. A view is counted some seconds after it happened, and for 400 days.",
  example: { days: 30 },
  run: ({ db, now }, { days }) => viewsOf(db, now, "site", 0, days),
});

/** The views of a post by day: an author's own, or for editors any. */
export const getPostViews = query("getPostViews", {
  can: "see the dashboard",
  input: shape.postViewsOf,
  output: shape.views,
  summary: "Views of a post by day: an author's own, or for editors any.",
  example: { postId: 1, days: 30 },
  run: async ({ db, actor, now }, { postId, days }) => {
    const [row] = await db
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, postId), postsFor(actor, now, "dashboard")));
    if (!row) throw notFound();
    return viewsOf(db, now, "post", postId, days);
  },
});

/** The views of a sheet by day. */
export const getSheetViews = query("getSheetViews", {
  can: "see the dashboard",
  input: shape.sheetViewsOf,
  output: shape.views,
  summary: "Views of a sheet by day, for those who may edit it.",
  example: { sheetId: 1, days: 30 },
  run: async ({ db, actor, now }, { sheetId, days }) => {
    const [row] = await db
      .select({ id: sheets.id })
      .from(sheets)
      .where(and(eq(sheets.id, sheetId), sheetsFor(actor, now, "dashboard")));
    if (!row) throw notFound();
    return viewsOf(db, now, "sheet", sheetId, days);
  },
});

/** The posts that were read most: an author's own, or for editors all. */
export const listMostRead = query("listMostRead", {
  can: "see the dashboard",
  input: shape.viewsOf,
  output: shape.viewedPost.array(),
  summary: "The posts with the most views in a period, a hundred at most: an author's own, or for editors all.",
  example: { days: 30 },
  run: async ({ db, actor, now }, { days }) => {
    const views = days === 365 ? recentViews.year : recentViews.month;
    const viewed = await db
      .select({ id: recentViews.recordId, views })
      .from(recentViews)
      .where(
        and(
          eq(recentViews.kind, "post"),
          gt(views, 0),
          isAmong(
            recentViews.recordId,
            posts.id,
            posts,
            and(ne(posts.status, "RECYCLE"), postsFor(actor, now, "dashboard")),
          ),
        ),
      )
      .orderBy(desc(views), desc(recentViews.recordId))
      .limit(MOST_LISTED);
    const rows = await db
      .select({ id: posts.id, title: posts.title, slug: posts.slug, createTime: posts.createTime })
      .from(posts)
      .where(
        inArray(
          posts.id,
          viewed.map(({ id }) => id),
        ),
      );
    const addressOf = await post.addresses(db, rows);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return viewed.flatMap((each) => {
      const row = byId.get(each.id);
      return row ? [{ ...each, title: row.title, url: addressOf(row) }] : [];
    });
  },
});

/** All views from other sites in a period, and the hosts with the most. */
async function referrersOf(db: Database, now: Date, days: number) {
  const { day: today } = await readToday(db, now);
  const views = sum(dailyReferrers.views);
  const within = and(gt(dailyReferrers.day, today - days), lte(dailyReferrers.day, today));
  const rows = await db
    .select({ host: dailyReferrers.host, views })
    .from(dailyReferrers)
    .where(and(within, ne(dailyReferrers.host, "")))
    .groupBy(dailyReferrers.host)
    .orderBy(desc(views), dailyReferrers.host)
    .limit(MOST_LISTED);
  const [all] = await db.select({ views }).from(dailyReferrers).where(within);
  return {
    hosts: rows.map((row) => ({ host: row.host, views: Number(row.views ?? 0) })),
    total: Number(all?.views ?? 0),
  };
}

/** The sites whose pages led here. */
export const getReferrers = query("getReferrers", {
  can: "see all statistics",
  input: shape.referrersOf,
  output: shape.referrers,
  summary:
    "The hosts of the pages that led visitors here, and nothing more of their addresses. Each day keeps the hundred hosts with the most views; the rest is counted together.",
  example: { days: 30, most: 10 },
  run: async ({ db, now }, { days = 30, most = 10 }) => {
    const until = async () => Date.now() + REMEMBERED_MS;
    const made = () => referrersOf(db, now, days);
    // Only a year's may take long.
    const { hosts, total } =
      days === 30 ? await made() : await remembered(db, "referrers", { cacheKeys: [], until }, made);
    const named = hosts.slice(0, most);
    return { hosts: named, others: named.reduce((left, { views }) => left - views, total), total };
  },
});
