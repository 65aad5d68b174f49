import { beforeEach, describe, expect, it } from "vitest";
import { postCategories, postMetas, posts, postTags } from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { anActor, anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import {
  aCategory,
  aTag,
  eventCount,
  faults,
  inHours,
  lastEvent,
  refusal,
  storedPost,
} from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { createPost } from "./mutations";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

describe("creating a post", () => {
  it("needs a title only: a draft in Markdown, empty, by whoever made it", async () => {
    const before = Date.now();
    const post = await createPost(author, { title: " First steps " });
    expect(post).toMatchObject({
      title: "First steps",
      slug: "first-steps",
      url: "/archives/first-steps",
      status: "DRAFT",
      editorType: "MARKDOWN",
      content: "",
      originalContent: "",
      summary: "",
      password: "",
      template: "",
      thumbnail: "",
      metaDescription: "",
      metaKeywords: "",
      keepRaw: false,
      disallowComment: false,
      locked: false,
      inProgress: false,
      topPriority: 0,
      version: 1,
      visits: 0,
      likes: 0,
      wordCount: 0,
      publishedTime: null,
      authorId: author.id,
      author: { id: author.id, nickname: author.name, avatar: "" },
      categoryIds: [],
      categories: [],
      tagIds: [],
      tags: [],
      metas: [],
    });
    for (const time of [post.createTime, post.updateTime, post.editTime]) {
      expect(time.getTime()).toBeGreaterThanOrEqual(before);
      expect(time.getTime()).toBeLessThanOrEqual(Date.now());
    }
  });

  it("keeps every field that was sent", async () => {
    const [news, life, red, blue] = [
      await aCategory({ name: "News" }),
      await aCategory({ name: "Life" }),
      await aTag("Red"),
      await aTag("Blue"),
    ];
    const given = {
      title: "A title",
      originalContent: "# Hello\n\nworld 你好",
      summary: "In short",
      slug: "my-address",
      password: "secret",
      template: "wide",
      thumbnail: "/uploads/a.png",
      status: "INTIMATE" as const,
      editorType: "MARKDOWN" as const,
      keepRaw: false,
      disallowComment: true,
      createTime: "2024-02-29T12:00:00.123+08:00",
      topPriority: -2_147_483_648,
      metaDescription: "for engines",
      metaKeywords: "a,b",
      categoryIds: [life.id, news.id],
      tagIds: [blue.id, red.id],
      metas: [{ key: "source", value: "wire" }, { key: "empty" }],
    };
    const post = await createPost(author, given);
    const { metas: _, createTime, ...same } = given;
    expect(post).toMatchObject(same);
    expect(post.createTime.toISOString()).toBe(new Date(createTime).toISOString());
    expect(post.metas).toEqual([
      { key: "empty", postId: post.id, value: "" },
      { key: "source", postId: post.id, value: "wire" },
    ]);
    expect(post.categories.map((category) => category.name)).toEqual(["Life", "News"]);
    expect(post.tags.map((tag) => [tag.name, tag.url])).toEqual([
      ["Blue", "/tags/blue"],
      ["Red", "/tags/red"],
    ]);
    expect(post).toMatchObject({ wordCount: 4, locked: true });
    expect(post.content).toContain("<h1");
    expect(post.publishedTime).toBeInstanceOf(Date);
  });

  it("stores a title, slug and password of their full length in astral characters", async () => {
    const post = await createPost(author, {
      title: "😀".repeat(100),
      slug: "𠮷".repeat(255),
      password: "😀".repeat(255),
      summary: "😀".repeat(10_000),
    });
    expect(await storedPost(post.id)).toMatchObject({
      title: "😀".repeat(100),
      slug: "𠮷".repeat(255),
      password: "😀".repeat(255),
    });
  });

  it("stores the first and the last date there is", async () => {
    for (const createTime of ["1000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      const post = await createPost(author, { title: "Date", createTime, status: "PUBLISHED" });
      expect(post.createTime.toISOString()).toBe(createTime);
      expect((await storedPost(post.id)).createTime.toISOString()).toBe(createTime);
    }
  });

  it("takes null for everything optional as absence", async () => {
    const nulls = Object.fromEntries(
      [
        "content",
        "originalContent",
        "summary",
        "slug",
        "password",
        "template",
        "thumbnail",
        "coverX",
        "coverY",
        "status",
        "editorType",
        "keepRaw",
        "disallowComment",
        "createTime",
        "topPriority",
        "metaDescription",
        "metaKeywords",
        "categoryIds",
        "tagIds",
        "metas",
      ].map((name) => [name, null]),
    );
    const [plain, withNulls] = [
      await createPost(author, { title: "Same" }),
      await createPost(author, { title: "Same", ...nulls }),
    ];
    const comparable = ({
      id: _i,
      slug: _s,
      url: _u,
      createTime: _c,
      updateTime: _t,
      editTime: _e,
      ...rest
    }: typeof plain) => rest;
    expect(comparable(withNulls)).toEqual(comparable(plain));
  });

  it.each([
    ["DRAFT", false],
    ["RECYCLE", false],
    ["PUBLISHED", true],
    ["INTIMATE", true],
  ] as const)("as %s is published: %s", async (status, isPublished) => {
    const post = await createPost(author, { title: "x", status });
    expect(post.status).toBe(status);
    expect(post.publishedTime !== null).toBe(isPublished);
    expect((await storedPost(post.id)).recycledTime !== null).toBe(status === "RECYCLE");
  });

  it("by autosave makes a draft whatever its status, without an audit row", async () => {
    const before = await eventCount();
    const post = await createPost(author, {
      title: "Typing",
      status: "PUBLISHED",
      originalContent: "…",
      autoSave: true,
    });
    expect(post).toMatchObject({ status: "DRAFT", publishedTime: null, inProgress: false, originalContent: "…" });
    expect(await eventCount()).toBe(before);
  });

  it("is in the audit log and makes cached reads stale where readers see it", async () => {
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    const draft = await createPost(author, { title: "Draft" });
    const live = await createPost(author, { title: "Live", status: "PUBLISHED" });
    stop();
    expect(heard).toEqual([[], ["posts", "post-places", `post:${live.id}`]]);
    expect(await lastEvent()).toMatchObject({
      operation: "createPost",
      actorId: author.id,
      actorName: author.name,
      subject: `post:${live.id}`,
      summary: "PUBLISHED Live",
      cacheKeys: ["posts", "post-places", `post:${live.id}`],
    });
    expect(draft.id).toBeLessThan(live.id);
  });
});

describe("creating a post is refused", () => {
  const nothingStored = async (events: number) => {
    for (const table of [posts, postTags, postCategories, postMetas])
      expect(await stored().select().from(table)).toEqual([]);
    expect(await eventCount()).toBe(events);
  };

  it("to strangers and SUBSCRIBERs", async () => {
    await expect(createPost(visitor, { title: "x" })).rejects.toMatchObject({ status: 401 });
    await expect(createPost(await anActor("SUBSCRIBER"), { title: "x" })).rejects.toMatchObject({ status: 403 });
    await nothingStored(0);
  });

  it("before the input is looked at", async () => {
    await expect(createPost(visitor, {} as never)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("with categories or tags that are not there, naming each; nothing is left", async () => {
    const [category, tag] = [await aCategory(), await aTag()];
    const events = await eventCount();
    expect(await faults(createPost(author, { title: "x", tagIds: [tag.id, 98, 99] }))).toEqual([
      "tagIds.1 not_found",
      "tagIds.2 not_found",
    ]);
    expect(await faults(createPost(author, { title: "x", categoryIds: [99, category.id] }))).toEqual([
      "categoryIds.0 not_found",
    ]);
    expect(
      await faults(createPost(author, { title: "x", categoryIds: [category.id], tagIds: [99], status: "PUBLISHED" })),
    ).toEqual(["tagIds.0 not_found"]);
    await nothingStored(events);
  });

  it("with a meta of another post; nothing is left", async () => {
    const tag = await aTag();
    const events = await eventCount();
    expect(
      await faults(
        createPost(author, { title: "x", tagIds: [tag.id], metas: [{ key: "a" }, { key: "b", postId: 99 }] }),
      ),
    ).toEqual(["metas.1.postId wrong_value"]);
    await nothingStored(events);
  });

  it("with an address that is taken or says nothing", async () => {
    await createPost(author, { title: "First", slug: "here" });
    const events = await eventCount();
    expect(await refusal(createPost(author, { title: "Second", slug: "HERE" }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug", code: "taken" }] },
    });
    expect(await faults(createPost(author, { title: "Third", slug: "!?" }))).toEqual(["slug wrong_format"]);
    expect(await stored().select().from(posts)).toHaveLength(1);
    expect(await eventCount()).toBe(events);
  });

  it("with a text that cannot be rendered", async () => {
    expect(await refusal(createPost(author, { title: "x", originalContent: "😀".repeat(1_100_000) }))).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "originalContent", code: "too_long" }] },
    });
    await nothingStored(0);
  });

  it("is never half done for listeners: a refused creation tells nobody", async () => {
    const heard: unknown[] = [];
    const stop = subscribe((event) => heard.push(event));
    await refusal(
      createPost(await anEditor(), { title: "x", status: "PUBLISHED", tagIds: [99], createTime: inHours(-1) }),
    );
    stop();
    expect(heard).toEqual([]);
    expect(await createPost(system, { title: "by the command line" })).toMatchObject({ authorId: null, author: null });
  });
});
