import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { getTagBySlug } from "../../taxonomy/tags/queries";
import { createCategory } from "../../taxonomy/categories/mutations";
import type { Actor } from "../../../core/access";
import { anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aCategory, aPost, aTag, faults } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { deletePost, setPostStatus, updatePost } from "./mutations";
import { getNeighbours } from "./neighbours";
import { getPublicPost, listPosts, listPublicPosts } from "./queries";
import { postSorts, publicPostFilters } from "./schema";

let author: Actor & { id: number };
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const ids: Record<string, number> = {};
let tag: { id: number; slug: string };
let [top, below]: { id: number; slug: string }[] = [];

const named = (found: { items: { id: number }[] }) =>
  found.items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

beforeAll(async () => {
  await freshDatabase();
  author = await anAuthor();
  tag = await aTag("Tag");
  top = await aCategory({ name: "Top" });
  below = await createCategory(system, { name: "Below", parentId: top.id });
  const given = {
    pinned: { title: "Pinned Émile", createTime: at("2020-01-01"), topPriority: 5 },
    sunk: { title: "Sunk", createTime: at("2024-12-31"), topPriority: -5 },
    newest: { title: "Newest 100%", createTime: at("2024-06-30"), tagIds: [tag.id], categoryIds: [top.id, below.id] },
    older: { title: "Older_one", createTime: at("2023-02-28"), tagIds: [tag.id], categoryIds: [below.id] },
    twinA: { title: "Twin \\ backslash", createTime: at("2023-02-01"), originalContent: "the needle 你好 in a text" },
    twinB: { title: "TWIN 你好", createTime: at("2023-02-01") },
  };
  for (const [name, post] of Object.entries(given)) ids[name] = (await aPost(author, post)).id;
  ids.draft = (await aPost(author, { title: "Draft", status: "DRAFT", createTime: at("2022-01-01") })).id;
  ids.foreign = (
    await aPost(await anAuthor(), {
      title: "Foreign draft",
      status: "DRAFT",
      createTime: at("2021-01-01"),
      tagIds: [tag.id],
    })
  ).id;
});

describe("the public list", () => {
  it("has what is pinned first, then the newest; the order is total", async () => {
    const found = await listPublicPosts(visitor, {});
    expect(named(found)).toEqual(["pinned", "newest", "older", "twinB", "twinA", "sunk"]);
    expect(found.total).toBe(6);
  });

  it("counts anew after each publication, and when one comes about by its date", async () => {
    const total = async () => (await listPublicPosts(visitor, {})).total;
    const before = await total();
    const { id } = await aPost(author, { title: "Comes and goes" });
    expect(await total()).toBe(before + 1);
    await setPostStatus(author, { postId: id, status: "DRAFT" });
    expect(await total()).toBe(before);
    const now = Date.now();
    vi.useFakeTimers({ now, toFake: ["Date"] });
    try {
      await updatePost(author, {
        postId: id,
        title: "Comes by its date",
        status: "PUBLISHED",
        createTime: now + 60_000,
      });
      expect(await total()).toBe(before);
      vi.setSystemTime(now + 60_001);
      expect(await total()).toBe(before + 1);
    } finally {
      vi.useRealTimers();
      await deletePost(system, { postId: id, permanent: true });
    }
    expect(await total()).toBe(before);
  });

  it.each([
    [{ sort: ["createTime,asc"] }, ["pinned", "twinB", "twinA", "older", "newest", "sunk"]],
    [{ sort: ["createTime"] }, ["pinned", "twinB", "twinA", "older", "newest", "sunk"]],
    [{ sort: ["createTime,desc"] }, ["sunk", "newest", "older", "twinB", "twinA", "pinned"]],
    [{ sort: ["topPriority,asc", "createTime,asc"] }, ["sunk", "twinB", "twinA", "older", "newest", "pinned"]],
    [{ year: 2023 }, ["older", "twinB", "twinA"]],
    [{ year: 2024, month: 12 }, ["sunk"]],
    [{ year: 2023, month: 2 }, ["older", "twinB", "twinA"]],
    [{ year: 9999, month: 12 }, []],
    [{ year: 1000 }, []],
    [{ tag: "tag" }, ["newest", "older"]],
    [{ category: "top" }, ["newest", "older"]],
    [{ category: "below" }, ["newest", "older"]],
    [{ category: "below", tag: "tag", year: 2023 }, ["older"]],
    [{ keyword: "twin" }, ["twinB", "twinA"]],
    [{ keyword: "TWIN 你" }, ["twinB"]],
    [{ keyword: "100%" }, ["newest"]],
    [{ keyword: "%" }, ["newest"]],
    [{ keyword: "_" }, ["older"]],
    [{ keyword: "\\" }, ["twinA"]],
    [{ keyword: "Émile" }, ["pinned"]],
    [{ keyword: "ÉMILE" }, expect.anything()],
    [{ keyword: "needle" }, []],
    [{ keyword: "' or '1'='1" }, []],
    [{ keyword: "" }, ["pinned", "newest", "older", "twinB", "twinA", "sunk"]],
  ])("by %j", async (filter, expected) => {
    const found = await listPublicPosts(visitor, filter);
    expect(named(found)).toEqual(expected);
    expect(found.total).toBe(found.items.length);
  });

  it("of a month takes its first and leaves the next one's first moment", async () => {
    const [first, last, after] = [
      await aPost(author, { title: "a", createTime: "2019-02-01T00:00:00.000Z" }),
      await aPost(author, { title: "b", createTime: "2019-02-28T23:59:59.999Z" }),
      await aPost(author, { title: "c", createTime: "2019-03-01T00:00:00.000Z" }),
    ];
    expect((await listPublicPosts(visitor, { year: 2019, month: 2 })).items.map((post) => post.id)).toEqual([
      last.id,
      first.id,
    ]);
    expect((await listPublicPosts(visitor, { year: 2019 })).items.map((post) => post.id)).toEqual([
      after.id,
      last.id,
      first.id,
    ]);
  });

  it("of a tag counts anew after each change of what it has, and when a post comes about by its date", async () => {
    const other = await aTag("Counted");
    /** The number that lists tell, that the tag tells, and of those that are listed. */
    const totals = async () => {
      const { total } = await listPublicPosts(visitor, { tag: other.slug, size: 1 });
      const { postCount } = await getTagBySlug(visitor, { slug: other.slug });
      const { items } = await listPublicPosts(visitor, { tag: other.slug, size: 100 });
      return [total, postCount, items.length];
    };
    const all = (count: number) => [count, count, count];
    expect(await totals()).toEqual(all(0));
    const [first, second] = [
      await aPost(author, { title: "First with it", tagIds: [other.id] }),
      await aPost(author, { title: "Second with it", tagIds: [other.id, tag.id] }),
    ];
    expect(await totals()).toEqual(all(2));
    await setPostStatus(author, { postId: first.id, status: "DRAFT" });
    expect(await totals()).toEqual(all(1));
    await setPostStatus(author, { postId: first.id, status: "PUBLISHED" });
    expect(await totals()).toEqual(all(2));
    await updatePost(author, { postId: second.id, title: "Second without it", tagIds: [tag.id] });
    expect(await totals()).toEqual(all(1));
    const now = Date.now();
    vi.useFakeTimers({ now, toFake: ["Date"] });
    try {
      await updatePost(author, {
        postId: second.id,
        title: "Second by its date",
        tagIds: [other.id],
        createTime: now + 60_000,
      });
      expect(await totals()).toEqual(all(1));
      vi.setSystemTime(now + 60_001);
      expect(await totals()).toEqual(all(2));
    } finally {
      vi.useRealTimers();
    }
    for (const { id } of [first, second]) {
      await deletePost(author, { postId: id });
      await deletePost(system, { postId: id, permanent: true });
    }
    expect(await totals()).toEqual(all(0));
  });

  it("of a category or tag that is not there is not there", async () => {
    for (const filter of [{ category: "none" }, { tag: "none" }, { category: "", tag: "tag" }])
      await expect(listPublicPosts(visitor, filter)).rejects.toMatchObject({ status: 404 });
  });

  it("has no texts unless they are asked for", async () => {
    expect((await listPublicPosts(visitor, {})).items.every((post) => post.content === undefined)).toBe(true);
    const { items } = await listPublicPosts(visitor, { fields: "content", keyword: "backslash" });
    expect(items[0]?.content).toContain("needle");
    expect(JSON.stringify(items)).not.toContain("originalContent");
  });

  it("shows the excerpt where there is no summary", async () => {
    const { items } = await listPublicPosts(visitor, { keyword: "backslash" });
    expect(items[0]).toMatchObject({ summary: "the needle 你好 in a text", hasSummary: false });
  });

  it("refuses filters beyond their bounds, naming them", async () => {
    const wrong = { page: 0, size: 101, year: 999, month: 13, keyword: "x".repeat(101) };
    expect(await faults(listPublicPosts(visitor, wrong))).toEqual([
      "page too_short",
      "size too_long",
      "keyword too_long",
      "year too_short",
      "month too_long",
    ]);
    for (const sort of ["title,asc", "password,asc", "createTime,down", "createTime;drop", "author", ""])
      expect(
        (await faults(listPublicPosts(visitor, { sort: [sort] as never }))).map((fault) => fault.split(" ")[0]),
      ).toEqual(["sort.0"]);
  });
});

describe("the dashboard's list", () => {
  it.each([
    [{ status: "DRAFT" }, ["draft"]],
    [{ status: "RECYCLE" }, []],
    [{ keyword: "needle" }, ["twinA"]],
    [{ keyword: "你好" }, ["twinB", "twinA"]],
    [{ sort: ["id,desc"], size: 1 }, [undefined]],
  ] as const)("of an author by %j", async (filter, expected) => {
    expect(named(await listPosts(author, filter as never))).toEqual(expected);
  });

  it("of an editor filters by author, tag and category", async () => {
    const editor = await anEditor();
    expect(named(await listPosts(editor, { author: author.id, status: "DRAFT" }))).toEqual(["draft"]);
    expect(named(await listPosts(editor, { tag: tag.id }))).toEqual(["newest", "older", "foreign"]);
    expect(named(await listPosts(editor, { category: top?.id }))).toEqual(["newest"]);
    expect(named(await listPosts(editor, { category: below?.id, tag: tag.id, keyword: "older" }))).toEqual(["older"]);
    expect((await listPosts(editor, { category: 999 })).items).toEqual([]);
  });

  it("has no texts unless they are asked for", async () => {
    const [without, withTexts] = [
      await listPosts(author, { keyword: "needle" }),
      await listPosts(author, { keyword: "needle", fields: "content" }),
    ];
    expect(without.items[0]).not.toHaveProperty("content");
    expect(without.items[0]).not.toHaveProperty("originalContent");
    expect(withTexts.items[0]).toMatchObject({ originalContent: "the needle 你好 in a text" });
  });
});

describe("walking the pages", () => {
  const sortOf = (names: readonly string[]) =>
    fc.array(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom("asc", "desc")).map((pair) => pair.join(",")),
      { maxLength: 3 },
    );

  async function walk(
    list: (page: { page: number; size: number; sort: never }) => Promise<{ items: { id: number }[]; total: number }>,
    size: number,
    sort: string[],
  ) {
    const seen: number[] = [];
    const totals = new Set<number>();
    for (let page = 1; page <= 20; page += 1) {
      const found = await list({ page, size, sort: sort as never });
      totals.add(found.total);
      expect(found.items.length).toBeLessThanOrEqual(size);
      if (found.items.length === 0) break;
      seen.push(...found.items.map(({ id }) => id));
    }
    return { seen, totals: [...totals] };
  }

  it("gives each public post once, whatever the size and the order, and the total agrees", async () => {
    const all = (await listPublicPosts(visitor, { size: 100 })).items.map(({ id }) => id).sort((a, b) => a - b);
    const names = ["createTime", "topPriority", "visits", "likes"];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), sortOf(names), async (size, sort) => {
        const { seen, totals } = await walk((page) => listPublicPosts(visitor, page), size, sort);
        expect([...seen].sort((a, b) => a - b)).toEqual(all);
        expect(totals).toEqual([all.length]);
      }),
      { numRuns: 30 },
    );
    expect(publicPostFilters.shape.size.parse(undefined)).toBe(20);
  });

  it("and each post of the dashboard", async () => {
    const editor = await anEditor();
    const all = (await listPosts(editor, { size: 100 })).items.map(({ id }) => id).sort((a, b) => a - b);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), sortOf(postSorts), async (size, sort) => {
        const { seen, totals } = await walk((page) => listPosts(editor, page), size, sort);
        expect([...seen].sort((a, b) => a - b)).toEqual(all);
        expect(totals).toEqual([all.length]);
      }),
      { numRuns: 30 },
    );
  });

  it("beyond the last one finds nothing", async () => {
    expect((await listPublicPosts(visitor, { page: 10_000_000, size: 100 })).items).toEqual([]);
    expect((await listPublicPosts(visitor, { page: 10_000_000, size: 100 })).total).toBeGreaterThan(5);
  });
});

describe("neighbours", () => {
  it("are the posts before and after by date, pinned or not", async () => {
    const titles = async (name: string) => {
      const { previous, next } = await getNeighbours(visitor, { postId: ids[name] ?? 0 });
      return [previous?.title, next?.title];
    };
    expect(await titles("twinA")).toEqual(["Pinned Émile", "TWIN 你好"]);
    expect(await titles("twinB")).toEqual(["Twin \\ backslash", "Older_one"]);
    expect(await titles("newest")).toEqual(["Older_one", "Sunk"]);
    expect(await titles("sunk")).toEqual(["Newest 100%", undefined]);
    await expect(getNeighbours(visitor, { postId: ids.draft ?? 0 })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the summary a visitor reads", () => {
  it.each([
    ["A sentence.", true],
    ["the needle", true],
    ["  ", false],
    ["", false],
  ])("%j was written by somebody: %s", async (summary, hasSummary) => {
    const post = await aPost(author, { title: "Summed up", originalContent: "the needle in a text", summary });
    expect(await getPublicPost(visitor, { postId: post.id })).toMatchObject({
      hasSummary,
      summary: hasSummary ? summary : "the needle in a text",
    });
  });
});
