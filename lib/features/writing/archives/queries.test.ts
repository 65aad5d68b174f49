import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../../db/dialect";
import { posts } from "../../../../db/schema";
import { dateIn } from "../../../core/calendar";
import { engine } from "../../../core/operation";
import { system, visitor } from "../../../testing/actors";
import { costOfWaiting } from "../../../testing/cost";
import { aPost, inHours } from "../../../testing/factories";
import { storeOptions } from "../../../testing/options";
import { freshDatabase } from "../../../testing/setup";
import { listArchives } from "./queries";

beforeEach(async () => void (await freshDatabase()));

describe("the archives", () => {
  it("count what anyone may find by year and month in UTC, the newest first", async () => {
    for (const createTime of [
      "2024-12-31T23:59:59.999Z",
      "2025-01-01T00:00:00Z",
      "2025-01-01T00:00:00+02:00",
      "2025-03-31T22:30:00Z",
      "1024-02-29T12:00:00Z",
      "1969-12-31T23:59:59.500Z",
    ])
      await aPost(system, { createTime });
    await aPost(system, { createTime: "2025-03-01T00:00:00Z", password: "listed all the same" });
    for (const hidden of [
      { status: "DRAFT" },
      { status: "INTIMATE" },
      { status: "INTIMATE", password: "x" },
      { status: "RECYCLE" },
    ] as const)
      await aPost(system, { createTime: "2025-03-01T00:00:00Z", ...hidden });
    await aPost(system, { createTime: inHours(1) });
    expect(await listArchives(visitor, {})).toEqual([
      {
        year: 2025,
        postCount: 3,
        months: [
          { month: 3, postCount: 2 },
          { month: 1, postCount: 1 },
        ],
      },
      { year: 2024, postCount: 2, months: [{ month: 12, postCount: 2 }] },
      { year: 1969, postCount: 1, months: [{ month: 12, postCount: 1 }] },
      { year: 1024, postCount: 1, months: [{ month: 2, postCount: 1 }] },
    ]);
  });

  it("count by the site's calendar, also on days on which a month begins", async () => {
    await storeOptions({ site_timezone: "Europe/Berlin" });
    const expected: Record<string, number> = {};
    for (let month = 0; month < 14; month += 1)
      // In winter a month begins there an hour before it does in UTC, in summer two.
      for (const minutes of [-150, -90, -30, 30]) {
        const createTime = new Date(Date.UTC(1969, 6 + month) + minutes * 60_000);
        await aPost(system, { createTime: createTime.toISOString() });
        const { year, month: of } = dateIn("Europe/Berlin", createTime);
        const name = `${Number(year)}-${Number(of)}`;
        expected[name] = (expected[name] ?? 0) + 1;
      }
    const years = await listArchives(visitor, {});
    const counted = years.flatMap(({ year, months }) =>
      months.map((each) => [`${year}-${each.month}`, each.postCount]),
    );
    expect(Object.fromEntries(counted)).toEqual(expected);
    expect(years.map(({ year }) => year)).toEqual([1970, 1969]);
    expect(years[1]?.months.map(({ month }) => month)).toEqual([12, 11, 10, 9, 8, 7, 6]);
  });

  it.skipIf(postgres)("take no longer for thousands of months than for as many posts of one", async () => {
    await storeOptions({ site_timezone: "Europe/Berlin" });
    const times = Array.from({ length: 3_000 }, (_, i) => new Date(Date.UTC(1700, i, 15)));
    for (let at = 0; at < times.length; at += 100)
      await engine().transaction(
        async (db) =>
          void (await db.insert(posts).values(
            times.slice(at, at + 100).map((time, i) => ({
              title: "A post",
              slug: `post-${at + i}`,
              status: "PUBLISHED" as const,
              toc: [],
              originalContent: "Text",
              createTime: time,
              updateTime: time,
              editTime: time,
            })),
          )),
        () => null,
      );
    expect(await listArchives(visitor, {})).toHaveLength(250);
    // As after each publication.
    await aPost(system, { createTime: "1699-01-01T00:00:00Z" });
    const { result, cost } = await costOfWaiting(() => listArchives(visitor, {}));
    expect(result).toHaveLength(251);
    expect(cost).toBeLessThan(60);
  });

  it("are empty where nothing is", async () => expect(await listArchives(visitor, {})).toEqual([]));
});
