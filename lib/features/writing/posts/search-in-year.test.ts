// How SQLite looks up what a search has found among the posts of a tag, of a section and of a year.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../../db/dialect";
import { visitor } from "../../../core/access";
import { system } from "../../../testing/actors";
import { aCategory, aPost, aTag } from "../../../testing/factories";
import { notePlans } from "../../../testing/plans";
import { freshDatabase } from "../../../testing/setup";
import { searchPosts } from "./search";

beforeEach(freshDatabase);
afterEach(() => vi.restoreAllMocks());

it.skipIf(postgres)("each entry of the index is looked up by its place, not by all posts of a tag", async () => {
  const [tag, category] = [await aTag(), await aCategory()];
  const given = { tagIds: [tag.id], categoryIds: [category.id], createTime: "2025-06-01T00:00:00Z" };
  await aPost(system, { title: "Tide", ...given });
  const plans = notePlans("e.place = w.");
  const found = await searchPosts(visitor, { keyword: "tide", tag: tag.slug, category: category.slug, year: 2025 });
  expect(found.items.map(({ title }) => title)).toEqual(["Tide"]);
  expect(plans.length).toBeGreaterThan(1);
  for (const plan of plans) expect(plan).toContain("SEARCH e USING INTEGER PRIMARY KEY");
});
