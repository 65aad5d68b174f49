import { beforeEach, expect, it } from "vitest";
import { categories } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { anAuthor, visitor } from "../../../testing/actors";
import { aCategory, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { findCategories } from "./finding";

beforeEach(freshDatabase);

const many = (count: number) =>
  engine().transaction(
    async (db) => {
      const now = new Date();
      for (let from = 0; from < count; from += 500)
        await db.insert(categories).values(
          Array.from({ length: 500 }, (_, i) => ({
            name: `A harbour ${from + i}`,
            slug: `a-harbour-${from + i}`,
            description: "",
            thumbnail: "",
            password: "",
            createTime: now,
            updateTime: now,
          })),
        );
    },
    () => null,
  );

it("finds a category by exactly its name among two thousand, and never answers all of them", async () => {
  const author = await anAuthor();
  await many(2_000);
  const { id } = await aCategory({ name: "harbour" });
  expect((await findCategories(author, { keyword: " HARBOUR " }))[0]).toEqual({
    id,
    name: "harbour",
    parentId: null,
    fullPath: "harbour",
    depth: 0,
  });
  for (const input of [{}, { keyword: "a" }]) {
    const offered = await findCategories(author, input);
    expect(offered.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(offered))).toBeLessThan(25_000);
  }
});

it("shows the tree without words, names those of given numbers, and leaves out what is gone", async () => {
  const author = await anAuthor();
  const ships = await aCategory({ name: "Ships" });
  const sails = await aCategory({ name: "Sails", parentId: ships.id });
  const coasts = await aCategory({ name: "Coasts" });
  expect((await findCategories(author, {})).map(({ name, depth }) => [name, depth])).toEqual([
    ["Coasts", 0],
    ["Ships", 0],
    ["Sails", 1],
  ]);
  expect(await findCategories(author, { keyword: "nothing" })).toEqual([]);
  expect(await findCategories(author, { ids: [sails.id, 999, coasts.id] })).toMatchObject([
    { id: sails.id, fullPath: "ships/sails" },
    { id: coasts.id },
  ]);
});

it("is for those who write", async () => {
  expect((await refusal(findCategories(visitor, {}))).status).toBe(401);
});
