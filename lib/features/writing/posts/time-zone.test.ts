import { asyncProperty, assert, constantFrom, integer } from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { wallClock } from "../../../core/calendar";
import { storeOptions } from "../../../testing/options";
import { aPost } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { visitor } from "../../../testing/actors";
import { listArchives } from "../archives/queries";
import { getPostAtAddress, listPublicPosts } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const zones = [
  "UTC",
  "Asia/Shanghai",
  "America/St_Johns",
  "Europe/Vienna",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
];
/** Ends of days, months and years, and changes of clocks. */
const edges = ["2024-12-31T23:30:00Z", "2025-02-28T12:00:00Z", "2025-03-30T01:00:00Z", "2025-10-26T00:59:00Z"];
const HOUR_MS = 3_600_000;

it("addresses, lists of months and the archive agree on the date that the site's clocks show", async () => {
  let made = 0;
  await assert(
    asyncProperty(
      constantFrom(...zones),
      constantFrom(...edges),
      integer({ min: -30, max: 30 }),
      async (zone, edge, hours) => {
        await freshDatabase();
        await storeOptions({ site_timezone: zone, post_permalink: "/{yyyy}/{mm}/{dd}/{slug}" });
        const createTime = new Date(Date.parse(edge) + hours * HOUR_MS);
        const slug = `post-${(made += 1)}`;
        await aPost(undefined, { slug, createTime: createTime.getTime() });
        const [year = "", month = "", day = ""] = wallClock(createTime, zone).slice(0, 10).split("-");
        const asked = { page: 1, size: 10 };
        const of = { year: Number(year), month: Number(month) };
        const { items } = await listPublicPosts(visitor, { ...asked, ...of });
        expect(items.map(({ url }) => url)).toEqual([`/${year}/${month}/${day}/${slug}`]);
        expect((await listPublicPosts(visitor, { ...asked, year: of.year })).total).toBe(1);
        const elsewhere = of.month === 1 ? { year: of.year - 1, month: 12 } : { ...of, month: of.month - 1 };
        expect((await listPublicPosts(visitor, { ...asked, ...elsewhere })).total).toBe(0);
        expect(await listArchives(visitor, {})).toEqual([
          { year: of.year, postCount: 1, months: [{ month: of.month, postCount: 1 }] },
        ]);
      },
    ),
    { numRuns: 25 },
  );
});

it("another zone changes dates in addresses, and what stands at the old ones is found with the new one", async () => {
  await storeOptions({ post_permalink: "/{yyyy}/{mm}/{slug}" });
  await aPost(undefined, { slug: "eve", createTime: Date.parse("2025-12-31T20:00:00Z") });
  const at = async () => (await getPostAtAddress(visitor, { slug: "eve" })).post?.url;
  expect(await at()).toBe("/2025/12/eve");
  await storeOptions({ site_timezone: "Asia/Tokyo" });
  expect(await at()).toBe("/2026/01/eve");
  expect(await listArchives(visitor, {})).toMatchObject([{ year: 2026 }]);
});

it("the archive counts each month once, from the first post to the last", async () => {
  await storeOptions({ site_timezone: "America/St_Johns" });
  for (const day of ["1999-12-31T12:00:00Z", "2024-03-01T02:00:00Z", "2024-03-01T04:00:00Z", "2024-03-20T12:00:00Z"])
    await aPost(undefined, { createTime: Date.parse(day) });
  expect(await listArchives(visitor, {})).toEqual([
    {
      year: 2024,
      postCount: 3,
      months: [
        { month: 3, postCount: 2 },
        { month: 2, postCount: 1 },
      ],
    },
    { year: 1999, postCount: 1, months: [{ month: 12, postCount: 1 }] },
  ]);
});
