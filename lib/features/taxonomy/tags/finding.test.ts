import { beforeEach, expect, it } from "vitest";
import { tags } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { anAuthor, visitor } from "../../../testing/actors";
import { aTag, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { findTags } from "./finding";
import { listTagAddresses } from "./queries";

beforeEach(freshDatabase);

const many = (count: number) =>
  engine().transaction(
    async (db) => {
      const now = new Date();
      for (let from = 0; from < count; from += 500)
        await db.insert(tags).values(
          Array.from({ length: 500 }, (_, i) => ({
            name: `A tag ${from + i}`,
            slug: `a-tag-${from + i}`,
            color: "#cfd3d7",
            thumbnail: "",
            createTime: now,
            updateTime: now,
          })),
        );
    },
    () => null,
  );

it("finds a tag by exactly its name among ten thousand that contain it", async () => {
  const author = await anAuthor();
  await many(10_000);
  const { id, color } = await aTag("tag");
  expect((await findTags(author, { keyword: " TAG " }))[0]).toEqual({ id, name: "tag", color });
  const offered = await findTags(author, { keyword: "a" });
  expect(offered).toHaveLength(12);
  expect(Buffer.byteLength(JSON.stringify(offered))).toBeLessThan(2000);
});

it("gives the addresses of all tags in parts, each once", async () => {
  await many(2_000);
  const parts = await Promise.all([1, 2, 3].map((page) => listTagAddresses(visitor, { page, size: 1_500 })));
  expect(parts.map(({ items, total }) => [items.length, total])).toEqual([
    [1_500, 2_000],
    [500, 2_000],
    [0, 2_000],
  ]);
  expect(new Set(parts.flatMap(({ items }) => items.map(({ url }) => url))).size).toBe(2_000);
});

it("offers the first ones without words, names those of given numbers, and leaves out what is gone", async () => {
  const author = await anAuthor();
  const [ships, coasts] = [await aTag("ships"), await aTag("Coasts")];
  expect((await findTags(author, {})).map(({ name }) => name)).toEqual(["Coasts", "ships"]);
  expect(await findTags(author, { keyword: "nothing" })).toEqual([]);
  expect(await findTags(author, { ids: [ships.id, 999, coasts.id] })).toMatchObject([
    { id: coasts.id },
    { id: ships.id },
  ]);
});

it("is for those who write", async () => {
  expect((await refusal(findTags(visitor, {}))).status).toBe(401);
});
