import { beforeEach, expect, it } from "vitest";
import { tags } from "../../../db/schema";
import { engine } from "../../core/operation";
import { visitor } from "../../testing/actors";
import { aCategory, aPost, aSheet, aTag, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { getMapPart, getMapSize, listOtherAddresses, MAP_PART } from "./site-map";

beforeEach(async () => void (await freshDatabase()));

/** Tags that no operation made, so that nothing is noticed of them. */
const unnoticed = (count: number) =>
  engine().transaction(
    async (db) => {
      const now = new Date();
      for (let from = 0; from < count; from += 500)
        await db.insert(tags).values(
          Array.from({ length: Math.min(500, count - from) }, (_, i) => ({
            name: `No ${from + i}`,
            slug: `no-${from + i}`,
            color: "#888888",
            createTime: now,
            updateTime: now,
          })),
        );
    },
    () => null,
  );

it("counts the pages of each kind, and tells which part holds what", async () => {
  await aPost();
  await aSheet();
  await unnoticed(MAP_PART + 1);
  await aTag();
  const { counts, parts } = await getMapSize(visitor, {});
  expect([counts, parts]).toEqual([{ posts: 1, others: expect.any(Number), sheets: 1, tags: MAP_PART + 2 }, 5]);
  const all = await Promise.all([1, 2, 3, 4, 5].map((part) => getMapPart(visitor, { part })));
  expect(all.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
    "posts 1",
    "others 1",
    "sheets 1",
    "tags 1",
    "tags 2",
  ]);
  expect((await listOtherAddresses(visitor, {})).length).toBe(counts.others);
});

it("counts nothing anew for parts that do not exist, until there is something new", async () => {
  await aPost();
  const { parts } = await getMapSize(visitor, {});
  await unnoticed(MAP_PART + 1);
  for (const part of [parts + 1, parts + 2, 99_999])
    expect(await refusal(getMapPart(visitor, { part }))).toMatchObject({ status: 404 });
  for (const change of [aTag, aSheet, aCategory, aPost]) {
    const before = (await getMapSize(visitor, {})).counts;
    await change();
    expect((await getMapSize(visitor, {})).counts).not.toEqual(before);
  }
  expect(await getMapPart(visitor, { part: parts + 3 })).toMatchObject({ kind: "tags", number: 2 });
});
