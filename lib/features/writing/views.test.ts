import { and, asc, eq } from "drizzle-orm";
import { array, assert, asyncProperty, integer, tuple } from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dailyReferrers, dailyViews, recentViews } from "../../../db/schema";
import { dayIn } from "../../core/calendar";
import { subscribe } from "../../core/events";
import { engine, installEngine } from "../../core/operation";
import { PART } from "../../core/parts";
import { setOptions } from "../options/mutations";
import { anAdmin } from "../../testing/actors";
import { aPost, aSheet, storedPost } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { countPage, countReferrer, countUp, flushCounts } from "./counters";
import { forgetOldViews, KEPT_DAYS, MOST_HOSTS } from "./views";

const DAY_MS = 86_400_000;
const begin = Date.UTC(2026, 4, 10, 12);
const today = () => dayIn("UTC", new Date());

beforeEach(async () => {
  await freshDatabase();
  await flushCounts();
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
});
afterEach(() => void vi.useRealTimers());

const daysOf = (kind: "site" | "post" | "sheet", recordId = 0) =>
  stored()
    .select({ day: dailyViews.day, views: dailyViews.views })
    .from(dailyViews)
    .where(and(eq(dailyViews.kind, kind), eq(dailyViews.recordId, recordId)))
    .orderBy(asc(dailyViews.day));
const sumsOf = async (kind: "site" | "post" | "sheet", recordId = 0) => {
  const [row] = await stored()
    .select({ month: recentViews.month, year: recentViews.year })
    .from(recentViews)
    .where(and(eq(recentViews.kind, kind), eq(recentViews.recordId, recordId)));
  return row ?? { month: 0, year: 0 };
};
const hosts = async (day = today()) =>
  Object.fromEntries(
    (
      await stored()
        .select({ host: dailyReferrers.host, views: dailyReferrers.views })
        .from(dailyReferrers)
        .where(eq(dailyReferrers.day, day))
    ).map(({ host, views }) => [host, views]),
  );
const view = (subject: Parameters<typeof countUp>[0], times = 1) => {
  for (let i = 0; i < times; i += 1) countUp(subject, "visits");
};

describe("views of a day", () => {
  it("are those of the site's pages, and of each post and sheet", async () => {
    const [post, sheet] = [await aPost(), await aSheet()];
    view(`post:${post.id}`, 3);
    view(`sheet:${sheet.id}`, 2);
    countPage();
    countUp(`post:${post.id}`, "likes");
    await flushCounts();
    view(`post:${post.id}`);
    await flushCounts();
    expect(await daysOf("site")).toEqual([{ day: today(), views: 7 }]);
    expect(await daysOf("post", post.id)).toEqual([{ day: today(), views: 4 }]);
    expect(await daysOf("sheet", sheet.id)).toEqual([{ day: today(), views: 2 }]);
    expect(await storedPost(post.id)).toMatchObject({ visits: 4, likes: 1 });
  });

  it("begin at midnight where the site is", async () => {
    await setOptions(await anAdmin(), { items: [{ key: "site_timezone", value: "Asia/Tokyo" }] });
    for (const at of ["2026-05-10T14:59:59Z", "2026-05-10T15:00:00Z"]) {
      vi.setSystemTime(new Date(at));
      countPage();
      await flushCounts();
    }
    expect(await daysOf("site")).toEqual([
      { day: Date.UTC(2026, 4, 10) / DAY_MS, views: 1 },
      { day: Date.UTC(2026, 4, 11) / DAY_MS, views: 1 },
    ]);
  });

  it("are not lost, and not counted twice, when writing fails half-way", async () => {
    const post = await aPost();
    view(`post:${post.id}`, 2);
    countPage();
    countReferrer("news.example");
    const open = engine();
    installEngine({
      ...open,
      transaction: (work) =>
        open.transaction(
          async (db) => {
            await work(db);
            throw new Error("power");
          },
          () => null,
        ),
    });
    await expect(flushCounts()).rejects.toThrow("power");
    installEngine(open);
    expect([await daysOf("site"), await hosts(), await sumsOf("post", post.id)]).toEqual([
      [],
      {},
      { month: 0, year: 0 },
    ]);
    await flushCounts();
    await flushCounts();
    expect(await daysOf("site")).toEqual([{ day: today(), views: 3 }]);
    expect(await hosts()).toEqual({ "news.example": 1 });
    expect(await storedPost(post.id)).toMatchObject({ visits: 2 });
  });

  it("of a deleted record do not keep others from being stored", async () => {
    view("post:9999");
    countPage();
    await flushCounts();
    expect(await daysOf("site")).toEqual([{ day: today(), views: 2 }]);
  });

  it("go after 400 days, and the numbers of records stay", async () => {
    const post = await aPost();
    view(`post:${post.id}`);
    countReferrer("news.example");
    await flushCounts();
    vi.setSystemTime(begin + KEPT_DAYS * DAY_MS);
    await forgetOldViews();
    expect([(await daysOf("site")).length, (await daysOf("post", post.id)).length]).toEqual([1, 1]);
    vi.setSystemTime(begin + (KEPT_DAYS + 1) * DAY_MS);
    await forgetOldViews();
    expect([await daysOf("site"), await daysOf("post", post.id)]).toEqual([[], []]);
    expect(await stored().select().from(dailyReferrers)).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({ visits: 1 });
  });
});

describe("sums of the last 30 and 365 days", () => {
  it("are what the days add up to, whenever and however often visitors come", async () => {
    const visits = tuple(integer({ min: 0, max: 200 }), integer({ min: 1, max: 9 }));
    await assert(
      asyncProperty(array(visits, { minLength: 1, maxLength: 8 }), async (several) => {
        await freshDatabase();
        vi.setSystemTime(begin);
        const post = await aPost();
        for (const [days, views] of several) {
          vi.setSystemTime(Date.now() + days * DAY_MS);
          view(`post:${post.id}`, views);
          await flushCounts();
        }
        const rows = await daysOf("post", post.id);
        const within = (days: number) =>
          rows.filter(({ day }) => day > today() - days).reduce((sum, { views }) => sum + views, 0);
        expect(await sumsOf("post", post.id)).toEqual({ month: within(30), year: within(365) });
        expect(await sumsOf("site")).toEqual({ month: within(30), year: within(365) });
      }),
      { numRuns: 15 },
    );
  });

  it("of any number of records move on in parts, none of which holds the others up", async () => {
    const rows = Array.from({ length: 2 * PART + 1 }, (_, i) => ({
      kind: "post" as const,
      recordId: i + 1,
      day: today(),
    }));
    await engine().transaction(
      async (db) => {
        await db.insert(recentViews).values(rows.map((row) => ({ ...row, month: 3, year: 4 })));
        await db.insert(dailyViews).values(rows.map((row) => ({ ...row, views: 3 })));
      },
      () => null,
    );
    const parts: string[] = [];
    const unsubscribe = subscribe(({ operation }) => parts.push(operation));
    vi.setSystemTime(begin + 30 * DAY_MS);
    countPage();
    await flushCounts();
    unsubscribe();
    expect(parts.filter((operation) => operation === "moveViewsOn")).toHaveLength(3);
    for (const { recordId } of rows) expect(await sumsOf("post", recordId)).toEqual({ month: 0, year: 4 });
  });

  it("move on where nobody comes, and leave with the last view", async () => {
    const post = await aPost();
    view(`post:${post.id}`, 5);
    await flushCounts();
    for (const [days, sums] of [
      [29, { month: 5, year: 5 }],
      [30, { month: 0, year: 5 }],
      [364, { month: 0, year: 5 }],
      [365, { month: 0, year: 0 }],
    ] as const) {
      vi.setSystemTime(begin + days * DAY_MS);
      await forgetOldViews();
      expect([days, await sumsOf("post", post.id)]).toEqual([days, sums]);
    }
    expect(await stored().select().from(recentViews).where(eq(recentViews.kind, "post"))).toEqual([]);
  });

  it("stay when the site moves to a zone where it is still yesterday", async () => {
    countPage();
    await flushCounts();
    vi.setSystemTime(Date.UTC(2026, 4, 11, 1));
    countPage();
    await flushCounts();
    await setOptions(await anAdmin(), { items: [{ key: "site_timezone", value: "America/Los_Angeles" }] });
    countPage();
    await flushCounts();
    expect(await sumsOf("site")).toEqual({ month: 3, year: 3 });
  });
});

describe("referrers", () => {
  it("are named as people do; the site itself and what is no site are left out", async () => {
    await setOptions(await anAdmin(), { items: [{ key: "site_url", value: "https://www.own.example" }] });
    countPage();
    for (const host of [
      "www.news.example",
      "NEWS.example:443",
      "own.example",
      "WWW.own.example",
      "203.0.113.9",
      "localhost:3000",
      "user@evil.example",
      "<b>",
      "a".repeat(500),
      "www.example",
    ])
      countReferrer(host);
    await flushCounts();
    expect(await hosts()).toEqual({ "news.example": 2, example: 1 });
  });

  it("are a hundred a day at most: those with the most views; the rest counts together", async () => {
    for (let i = 0; i < 50; i += 1) countReferrer("real.example");
    countPage();
    await flushCounts();
    let invented = 0;
    for (let flush = 0; flush < 3; flush += 1) {
      for (let i = 0; i < 1500; i += 1) countReferrer(`invented${(invented += 1)}.example`);
      countPage();
      await flushCounts();
    }
    countReferrer("real.example");
    countPage();
    await flushCounts();
    const found = await hosts();
    const { "": others = 0, "real.example": real } = found;
    expect(Object.keys(found).length).toBe(MOST_HOSTS + 1);
    expect(real).toBe(51);
    expect(Object.values(found).reduce((sum, views) => sum + views, 0)).toBe(51 + invented);
    expect(others).toBe(invented - (MOST_HOSTS - 1));
  });
});
