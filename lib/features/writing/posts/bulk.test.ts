import { count, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, posts, postTags, tags } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { createTag } from "../../taxonomy/tags/mutations";
import { anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aCategory } from "../../../testing/factories";
import { workOff } from "../../../testing/jobs";
import { freshDatabase, stored } from "../../../testing/setup";
import { deletePosts, setPostsStatus, setPostStatuses } from "./bulk";
import { MOST_CHANGED } from "../text-sizes";
import { categorizePosts, MOST_PLACES, setPostsCategories, setPostsTags, tagPosts } from "./filing";
import { createPost } from "./mutations";
import { countPosts, listPostAuthors, listPostIds } from "./selection";
import { listPosts } from "./queries";
import { searchPosts } from "./search";
import type { PostStatus } from "../schema";
import { turnsDuring } from "../../../testing/turns";

beforeEach(freshDatabase);

const aPost = async (actor: Parameters<typeof createPost>[0], status: PostStatus = "DRAFT", more = {}) =>
  (await createPost(actor, { title: "A post", originalContent: "Text", status, ...more })).id;
const statusOf = async (id: number) =>
  (await stored().select({ status: posts.status, version: posts.version }).from(posts).where(eq(posts.id, id)))[0];
const tagsOf = async (actor: Parameters<typeof createPost>[0], id: number) =>
  (await listPosts(actor, {})).items.find((post) => post.id === id)?.tagIds;
const categoriesOf = async (actor: Parameters<typeof createPost>[0], id: number) =>
  (await listPosts(actor, {})).items.find((post) => post.id === id)?.categoryIds;
const eventCount = async () => (await stored().select({ total: count() }).from(events))[0]?.total;

it("others have turns while many long posts are filed or get a status", async () => {
  const editor = await anEditor();
  const { id: tag } = await createTag(editor, { name: "long" });
  const items: number[] = [];
  for (let i = 0; i < 40; i += 1) items.push(await aPost(editor));
  const content = "é".repeat(256 * 1024);
  await engine().transaction(
    (db) => db.update(posts).set({ content, originalContent: content }),
    () => null,
  );
  for (const work of [
    () => tagPosts(editor, { items, add: [tag] }),
    () => setPostsTags(editor, { items: items.map((postId) => ({ postId, tagIds: [] })) }),
    () => setPostsStatus(editor, { items, status: "RECYCLE" }),
  ])
    expect(await turnsDuring(work)).toBeGreaterThan(3);
});

it("several posts are changed at once as far as others who write do not wait for seconds", async () => {
  const author = await anAuthor();
  const items: number[] = [];
  for (let i = 0; i < 30; i += 1) items.push(await aPost(author));
  const few = items.slice(0, 5);
  const content = "é".repeat(MOST_CHANGED / 8);
  await engine().transaction(
    async (db) => {
      for (const id of few) await db.update(posts).set({ content }).where(eq(posts.id, id));
    },
    () => null,
  );
  const tooLong = { code: "too_large", status: 413, extra: { reason: "texts_too_long" } };
  await expect(setPostsStatus(author, { items: few, status: "INTIMATE" })).rejects.toMatchObject(tooLong);
  await expect(tagPosts(author, { items: few })).rejects.toMatchObject(tooLong);
  await setPostsStatus(author, { items: few.slice(0, 1), status: "INTIMATE" });

  const others = items.slice(5);
  const now = new Date();
  const places = Math.ceil(MOST_PLACES / others.length) + 1;
  const add = Array.from({ length: places }, (_, i) => i + 1);
  const tooMany = { code: "too_large", status: 413, extra: { reason: "too_many_places" } };
  await expect(tagPosts(author, { items: others, add })).rejects.toMatchObject(tooMany);
  await engine().transaction(
    async (db) => {
      for (const id of add) {
        await db
          .insert(tags)
          .values({ id, name: `${id}`, slug: `${id}`, color: "#000", createTime: now, updateTime: now });
        await db.insert(postTags).values(others.map((postId) => ({ postId, tagId: id, position: id })));
      }
    },
    () => null,
  );
  await expect(tagPosts(author, { items: others, remove: add })).rejects.toMatchObject(tooMany);
  await tagPosts(author, { items: others.slice(0, 2), remove: add });
  expect(await stored().$count(postTags)).toBe(add.length * (others.length - 2));
});

describe("many posts get a status at once", () => {
  it("changes all of them, says how each stood before, and writes one line to the audit log", async () => {
    const editor = await anEditor();
    const [draft, live] = [await aPost(editor), await aPost(editor, "PUBLISHED")];
    const lines = await eventCount();
    const { before } = await setPostsStatus(editor, { items: [draft, live], status: "INTIMATE" });
    expect(before).toEqual([
      { postId: draft, status: "DRAFT", from: { status: "INTIMATE" } },
      { postId: live, status: "PUBLISHED", from: { status: "INTIMATE" } },
    ]);
    expect(await statusOf(draft)).toEqual({ status: "INTIMATE", version: 2 });
    expect(await statusOf(live)).toEqual({ status: "INTIMATE", version: 2 });
    expect(await eventCount()).toBe((lines ?? 0) + 1);
  });

  it("is undone by what it answered", async () => {
    const editor = await anEditor();
    const ids = [await aPost(editor), await aPost(editor, "PUBLISHED"), await aPost(editor, "INTIMATE")];
    const { before } = await setPostsStatus(editor, { items: ids, status: "RECYCLE" });
    await setPostStatuses(editor, { items: before });
    expect(await Promise.all(ids.map(async (id) => (await statusOf(id))?.status))).toEqual([
      "DRAFT",
      "PUBLISHED",
      "INTIMATE",
    ]);
    const [row] = await stored()
      .select({ at: posts.recycledTime })
      .from(posts)
      .where(eq(posts.id, ids[0] ?? 0));
    expect(row?.at).toBeNull();
  });

  it("are found by their words, also where these are too many to be stored at once", async () => {
    const editor = await anEditor();
    const letters = (from: number) =>
      Array.from({ length: 140 * 140 }, (_, i) =>
        String.fromCodePoint(from + Math.floor(i / 140), from + 200 + (i % 140)),
      ).join(" ");
    const begins = [0x4e00, 0x5e00, 0x6e00, 0x7e00];
    const items: number[] = [];
    for (const begin of begins) items.push(await aPost(editor, "DRAFT", { originalContent: letters(begin) }));
    await setPostsStatus(editor, { items, status: "PUBLISHED" });
    const found = async () =>
      (
        await Promise.all(
          begins.map((begin) => searchPosts(visitor, { keyword: String.fromCodePoint(begin, begin + 200) })),
        )
      ).map(({ total }) => total);
    expect(await found()).toEqual([1, 1, 0, 0]);
    await workOff("index");
    expect(await found()).toEqual([1, 1, 1, 1]);
  });

  it("leaves a post alone that has the status already", async () => {
    const editor = await anEditor();
    const id = await aPost(editor);
    await setPostsStatus(editor, { items: [id], status: "DRAFT" });
    expect(await statusOf(id)).toEqual({ status: "DRAFT", version: 1 });
  });

  it("changes none where one is not there, and none where one is twice", async () => {
    const editor = await anEditor();
    const id = await aPost(editor);
    await expect(setPostsStatus(editor, { items: [id, 999_999], status: "PUBLISHED" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(setPostsStatus(editor, { items: [id, id], status: "PUBLISHED" })).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(setPostsStatus(editor, { items: [], status: "PUBLISHED" })).rejects.toMatchObject({ code: "invalid" });
    expect((await statusOf(id))?.status).toBe("DRAFT");
  });
});

describe("rights", () => {
  const refusals = [
    [
      "setPostsStatus",
      (actor: Parameters<typeof createPost>[0], ids: number[]) =>
        setPostsStatus(actor, { items: ids, status: "RECYCLE" }),
    ],
    [
      "setPostStatuses",
      (actor: Parameters<typeof createPost>[0], ids: number[]) =>
        setPostStatuses(actor, { items: ids.map((postId) => ({ postId, status: "RECYCLE" as const })) }),
    ],
    ["tagPosts", (actor: Parameters<typeof createPost>[0], ids: number[]) => tagPosts(actor, { items: ids, add: [] })],
    [
      "setPostsTags",
      (actor: Parameters<typeof createPost>[0], ids: number[]) =>
        setPostsTags(actor, { items: ids.map((postId) => ({ postId, tagIds: [] })) }),
    ],
    [
      "categorizePosts",
      (actor: Parameters<typeof createPost>[0], ids: number[]) => categorizePosts(actor, { items: ids, add: [] }),
    ],
    [
      "setPostsCategories",
      (actor: Parameters<typeof createPost>[0], ids: number[]) =>
        setPostsCategories(actor, { items: ids.map((postId) => ({ postId, categoryIds: [] })) }),
    ],
    ["deletePosts", (actor: Parameters<typeof createPost>[0], ids: number[]) => deletePosts(actor, { items: ids })],
  ] as const;

  it.each(refusals)("%s: an author changes only their own, and none where one is another's", async (_name, run) => {
    const [author, other] = [await anAuthor(), await anAuthor()];
    const [own, foreign] = [await aPost(author, "RECYCLE"), await aPost(other, "RECYCLE")];
    await expect(run(author, [own, foreign])).rejects.toMatchObject({ code: "not_found" });
    expect((await statusOf(own))?.version).toBe(1);
    await run(author, [own]);
  });

  it.each(refusals)("%s: a visitor is asked to sign in", async (_name, run) => {
    await expect(run(visitor, [1])).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("an editor changes everybody's", async () => {
    const [author, editor] = [await anAuthor(), await anEditor()];
    const id = await aPost(author);
    await setPostsStatus(editor, { items: [id], status: "PUBLISHED" });
    expect((await statusOf(id))?.status).toBe("PUBLISHED");
  });
});

describe("many posts get tags at once", () => {
  it("adds and takes away, and is undone by what it answered", async () => {
    const editor = await anEditor();
    const [a, b, c] = [
      (await createTag(editor, { name: "a" })).id,
      (await createTag(editor, { name: "b" })).id,
      (await createTag(editor, { name: "c" })).id,
    ];
    const [one, two] = [
      await aPost(editor, "PUBLISHED", { tagIds: [a, b] }),
      await aPost(editor, "PUBLISHED", { tagIds: [c] }),
    ];
    const { before } = await tagPosts(editor, { items: [one, two], add: [c], remove: [a] });
    expect(await tagsOf(editor, one)).toEqual([b, c]);
    expect(await tagsOf(editor, two)).toEqual([c]);
    expect((await statusOf(two))?.version).toBe(1);
    await setPostsTags(editor, { items: before });
    expect(await tagsOf(editor, one)).toEqual([a, b]);
    expect(await tagsOf(editor, two)).toEqual([c]);
  });

  it("changes none where a tag is not there", async () => {
    const editor = await anEditor();
    const a = (await createTag(editor, { name: "a" })).id;
    const [one, two] = [await aPost(editor), await aPost(editor, "DRAFT", { tagIds: [a] })];
    await expect(tagPosts(editor, { items: [two, one], add: [999_999], remove: [a] })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await tagsOf(editor, two)).toEqual([a]);
    await expect(tagPosts(editor, { items: [one], add: [a], remove: [a] })).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("many posts are put into categories at once", () => {
  it("puts in and takes out, the first category stays the first, and is undone by what it answered", async () => {
    const editor = await anEditor();
    const [a, b, c] = [(await aCategory()).id, (await aCategory()).id, (await aCategory()).id];
    const [one, two] = [
      await aPost(editor, "PUBLISHED", { categoryIds: [b, a] }),
      await aPost(editor, "PUBLISHED", { categoryIds: [c] }),
    ];
    const { before } = await categorizePosts(editor, { items: [one, two], add: [c], remove: [a] });
    expect(await categoriesOf(editor, one)).toEqual([b, c]);
    expect(await categoriesOf(editor, two)).toEqual([c]);
    expect((await statusOf(two))?.version).toBe(1);
    await setPostsCategories(editor, { items: before });
    expect(await categoriesOf(editor, one)).toEqual([b, a]);
    expect(await categoriesOf(editor, two)).toEqual([c]);
  });

  it("changes none where a category is not there", async () => {
    const editor = await anEditor();
    const a = (await aCategory()).id;
    const [one, two] = [await aPost(editor), await aPost(editor, "DRAFT", { categoryIds: [a] })];
    await expect(categorizePosts(editor, { items: [two, one], add: [999_999], remove: [a] })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await categoriesOf(editor, two)).toEqual([a]);
    await expect(categorizePosts(editor, { items: [one], add: [a], remove: [a] })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("deleting for good", () => {
  it("takes only what is in the bin, all of it or nothing", async () => {
    const editor = await anEditor();
    const [binned, draft] = [await aPost(editor, "RECYCLE"), await aPost(editor)];
    await expect(deletePosts(editor, { items: [binned, draft] })).rejects.toMatchObject({ code: "conflict" });
    expect(await statusOf(binned)).toBeDefined();
    await deletePosts(editor, { items: [binned] });
    expect(await statusOf(binned)).toBeUndefined();
  });
});

describe("what the list of posts is made of", () => {
  it("counts and finds each state, scheduled ones apart, for an author their own", async () => {
    const [author, editor] = [await anAuthor(), await anEditor()];
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await aPost(author);
    await aPost(author, "PUBLISHED");
    await aPost(author, "PUBLISHED", { createTime: later });
    await aPost(author, "INTIMATE");
    await aPost(author, "RECYCLE");
    await aPost(editor, "PUBLISHED");
    const counts = await countPosts(author, {});
    expect(counts).toEqual({ all: 4, published: 1, drafts: 1, scheduled: 1, private: 1, bin: 1 });
    expect(await countPosts(editor, {})).toEqual({ all: 5, published: 2, drafts: 1, scheduled: 1, private: 1, bin: 1 });
    for (const state of ["all", "published", "drafts", "scheduled", "private", "bin"] as const) {
      expect((await listPosts(author, { state })).total).toBe(counts[state]);
      expect((await listPostIds(author, { state })).ids).toHaveLength(counts[state]);
    }
    expect((await listPosts(author, { state: "scheduled" })).items[0]?.createTime.toISOString()).toBe(later);
  });

  it("names the authors whose posts the caller may see", async () => {
    const [author, editor, idle] = [await anAuthor(), await anEditor(), await anAuthor()];
    await aPost(author);
    await aPost(editor);
    expect((await listPostAuthors(editor, {})).map((each) => each.id)).toEqual([author.id, editor.id]);
    expect((await listPostAuthors(author, {})).map((each) => each.id)).toEqual([author.id]);
    expect(await listPostAuthors(idle, {})).toEqual([]);
    await expect(countPosts(visitor, {})).rejects.toMatchObject({ code: "unauthenticated" });
    expect((await countPosts(system, {})).all).toBe(2);
  });
});
