// How SQLite looks up what a search has found among the posts of a tag, of a section and of a year.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../../db/dialect";
import Sqlite from "../../../../db/sqlite-driver.mjs";
import { visitor } from "../../../core/access";
import { system } from "../../../testing/actors";
import { aCategory, aPost, aTag } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { searchPosts } from "./search";

type Prepare = (sql: string) => { all: (...values: unknown[]) => { detail: string }[] };
const { prototype } = Sqlite as unknown as { prototype: { prepare: Prepare } };

beforeEach(freshDatabase);
afterEach(() => vi.restoreAllMocks());

it.skipIf(postgres)("each entry of the index is looked up by its place, not by all posts of a tag", async () => {
  const [tag, category] = [await aTag(), await aCategory()];
  const given = { tagIds: [tag.id], categoryIds: [category.id], createTime: "2025-06-01T00:00:00Z" };
  await aPost(system, { title: "Tide", ...given });
  const { prepare } = prototype;
  const plans: string[] = [];
  vi.spyOn(prototype, "prepare").mockImplementation(function (this: unknown, sql: string) {
    if (sql.includes("e.place = w.")) {
      const values = Array.from({ length: sql.split("?").length - 1 }, () => "1");
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all(...values);
      plans.push(plan.map(({ detail }) => detail).join("\n"));
    }
    return prepare.call(this, sql);
  });
  const found = await searchPosts(visitor, { keyword: "tide", tag: tag.slug, category: category.slug, year: 2025 });
  expect(found.items.map(({ title }) => title)).toEqual(["Tide"]);
  expect(plans.length).toBeGreaterThan(1);
  for (const plan of plans) expect(plan).toContain("SEARCH e USING INTEGER PRIMARY KEY");
});
