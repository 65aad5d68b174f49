import { beforeAll, describe, expect, it } from "vitest";
import { posts, tags } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { forgetRemembered } from "../../../core/remembered";
import { system } from "../../../testing/actors";
import { costOfWaiting } from "../../../testing/cost";
import { aCategory, aPost, aTag } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createCategory } from "../../taxonomy/categories/mutations";
import { searchPosts } from "./search";
import { suggestWords } from "./suggesting";

const at = (text: string) => Date.parse(`${text}T00:00:00Z`);

beforeAll(async () => {
  await freshDatabase();
  const town = await aCategory({ name: "Town", slug: "town" });
  const quay = await createCategory(system, { name: "Quay", slug: "quay", parentId: town.id });
  const boats = await aTag("Boats");
  const closed = await aCategory({ name: "Closed", password: "tide tables" });
  await aPost(system, { title: "Harbour news", categoryIds: [quay.id], createTime: at("2023-06-01") });
  await aPost(system, { title: "Harbour lights", tagIds: [boats.id], createTime: at("2024-06-01") });
  await aPost(system, { title: "Kept", originalContent: "A cormorant.", categoryIds: [closed.id] });
  await aPost(system, { title: "Cormorants drafted", status: "DRAFT" });
});

describe("a search", () => {
  it.each([
    [{}, ["Harbour lights", "Harbour news"]],
    [{ category: "town" }, ["Harbour news"]],
    [{ category: "quay", year: 2023 }, ["Harbour news"]],
    [{ tag: "boats" }, ["Harbour lights"]],
    [{ year: 2024 }, ["Harbour lights"]],
    [{ tag: "boats", year: 2023 }, []],
    [{ category: "nowhere" }, []],
  ])("is narrowed down: %o", async (given, titles) => {
    const { items, total } = await searchPosts(visitor, { keyword: "harbour", ...given });
    expect(items.map(({ title }) => title)).toEqual(titles);
    expect(total).toBe(titles.length);
  });
});

describe("words that were perhaps meant", () => {
  const meant = async (keyword: string) => (await suggestWords(visitor, { keyword })).keyword;

  it.each([
    ["harbuor", "Harbour"],
    ["harbuor lihgts", "Harbour lights"],
  ])("are found for %s", async (typed, expected) => expect(await meant(typed)).toBe(expected));

  it.each(["harbour", "cormoratn", "cormoran", "qqqqqq", "", "%22 OR *", "港口"])(
    "are none for “%s”, which is right, unknown, or what only some may read",
    async (typed) => expect(await meant(typed)).toBeNull(),
  );
});

it("signs that are searched in pairs take no place from words that may be misspelt", async () => {
  await freshDatabase();
  const now = new Date();
  // Fewer than are looked at, with more signs than words have room.
  const titles = Array.from({ length: 4_000 }, (_, i) =>
    String.fromCodePoint(
      ...Array.from({ length: 100 }, (_each, place) => 0x4e00 + ((i * 7919 + place * place * 31) % 20_000)),
    ),
  );
  for (let from = 0; from < titles.length; from += 100)
    await engine().transaction(
      (db) =>
        db.insert(posts).values(
          titles.slice(from, from + 100).map((title, i) => ({
            title,
            slug: `post-${from + i}`,
            status: "PUBLISHED" as const,
            toc: [],
            originalContent: "Text",
            createTime: new Date(Date.UTC(2000, 0, 1, 0, from + i)),
            updateTime: now,
            editTime: now,
          })),
        ),
      () => null,
    );
  // The oldest.
  await aPost(system, { title: "Harbour", createTime: at("1999-06-01") });
  const { result, cost } = await costOfWaiting(() => suggestWords(visitor, { keyword: "harbuor" }));
  expect(result.keyword).toBe("Harbour");
  expect(cost).toBeLessThan(400);
});

it("many words, each like most words of the site, are looked up while others are answered", async () => {
  await freshDatabase();
  const now = new Date();
  const names = Array.from({ length: 5_000 }, (_, i) => `kateg${i}`);
  for (let at = 0; at < names.length; at += 1_000)
    await engine().transaction(
      (db) =>
        db
          .insert(tags)
          .values(
            names
              .slice(at, at + 1_000)
              .map((name) => ({ name, slug: name, color: "", createTime: now, updateTime: now })),
          ),
      () => null,
    );
  forgetRemembered(null);
  await suggestWords(visitor, { keyword: "kateg" });
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const keyword = Array.from({ length: 14 }, (_, i) => `kateg${String.fromCharCode(97 + i)}`).join(" ");
  const asked = suggestWords(visitor, { keyword });
  setImmediate(count);
  await asked;
  isOver = true;
  expect(turns).toBeGreaterThan(0);
});
