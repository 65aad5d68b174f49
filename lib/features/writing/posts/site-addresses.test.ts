import { beforeAll, expect, it } from "vitest";
import { postgres } from "../../../../db/dialect";
import { posts } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { forgetRemembered } from "../../../core/remembered";
import { listSheetAddresses } from "../sheets/queries";
import { system, visitor } from "../../../testing/actors";
import { aPost, aSheet, inHours, refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { getNeighbours } from "./neighbours";
import { getPublicPost, listPostAddresses, listPublicPosts } from "./queries";

const PARTS = 3;
const SIZE = 5000;

beforeAll(async () => {
  await freshDatabase();
  for (const hidden of [
    { status: "DRAFT" },
    { status: "INTIMATE" },
    { status: "RECYCLE" },
    { createTime: inHours(1) },
  ] as const)
    await aPost(system, {
      title: "Hidden",
      slug: `hidden-${JSON.stringify(hidden).length}-${Object.keys(hidden)[0]}`,
      ...hidden,
    });
  const { id } = await aPost(system, { title: "Model" });
  const [model] = (await stored().select().from(posts)).filter((row) => row.id === id);
  if (!model) throw new Error("There is no model.");
  const rows = Array.from({ length: 2 * SIZE + 99 }, (_, i) => ({
    ...model,
    id: id + 1 + i,
    slug: `post-${i}`,
    createTime: new Date(Date.UTC(2001, 0, 1) + i * 60_000),
  }));
  await engine().transaction(
    async (db) => {
      for (let i = 0; i < rows.length; i += 200) await db.insert(posts).values(rows.slice(i, i + 200));
    },
    () => null,
  );
  // No mutation wrote these rows, so nothing has dropped what was remembered before them.
  forgetRemembered(["post-places"]);
});

it("the addresses of all posts that anyone may find come in few pages, each once, the oldest first", async () => {
  const pages = await Promise.all(
    Array.from({ length: PARTS + 1 }, (_, i) => listPostAddresses(visitor, { page: i + 1, size: SIZE })),
  );
  expect(pages.map(({ items }) => items.length)).toEqual([SIZE, SIZE, 100, 0]);
  expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([2 * SIZE + 100]));
  const urls = pages.flatMap(({ items }) => items.map(({ url }) => url));
  expect(new Set(urls).size).toBe(2 * SIZE + 100);
  expect(urls.filter((url) => url.includes("hidden"))).toEqual([]);
  expect(urls.slice(0, 2)).toEqual(["/archives/post-0", "/archives/post-1"]);
  const { items } = await listPublicPosts(visitor, { page: 1, size: 100, sort: ["createTime,asc"] });
  expect(pages[0]?.items.slice(0, 100)).toEqual(
    items.map((post) => ({ url: post.url, changed: post.editTime ?? post.updateTime, picture: post.thumbnail })),
  );
  expect(await refusal(listPostAddresses(visitor, { page: 1, size: 10_001 }))).toMatchObject({ status: 400 });
});

/** Microseconds of CPU. */
async function cost(work: () => Promise<unknown>) {
  const begun = process.cpuUsage();
  await work();
  const { user, system: kernel } = process.cpuUsage(begun);
  return user + kernel;
}

/** The least of three, since other work on the machine only adds. */
const leastCost = async (work: () => Promise<unknown>) =>
  Math.min(await cost(work), await cost(work), await cost(work));

it("the posts beside any of them are found for less than five readings of it, however many there are", async () => {
  // On PostgreSQL a reading takes long enough for fewer of them to be measured.
  const size = postgres ? 20 : 100;
  const { items } = await listPublicPosts(visitor, { page: (2 * SIZE) / size / 2, size, sort: ["createTime,desc"] });
  const each = (read: (postId: number) => Promise<unknown>) => async () => {
    for (const { id } of items) await read(id);
  };
  const [beside, reading] = [
    each((postId) => getNeighbours(visitor, { postId })),
    each((postId) => getPublicPost(visitor, { postId })),
  ];
  await beside();
  await reading();
  expect(await leastCost(beside)).toBeLessThan(5 * (await leastCost(reading)));
});

it("those of a part cost less than one third of the lists that hold as many posts", async () => {
  const lists = async () => {
    for (let page = 1; page <= SIZE / 100; page += 1)
      await listPublicPosts(visitor, { page, size: 100, sort: ["createTime,desc"] });
  };
  const part = () => listPostAddresses(visitor, { page: 2, size: SIZE });
  await part();
  expect(await leastCost(part)).toBeLessThan((await leastCost(lists)) / 3);
});

it("sheets have theirs, without those that are not to be found", async () => {
  await aSheet(system, { title: "About" });
  await aSheet(system, { title: "Secret", status: "INTIMATE" });
  const { items, total } = await listSheetAddresses(visitor, { page: 1, size: SIZE });
  expect([total, items.map(({ url }) => url)]).toEqual([1, ["/about"]]);
});
