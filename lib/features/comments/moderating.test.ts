import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { comments, posts } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { updatePost } from "../writing/posts/mutations";
import { getPublicPost, listPublicPosts } from "../writing/posts/queries";
import { anActor, anAuthor, anEditor, visitor } from "../../testing/actors";
import { aComment, aStranger, kinds, storedComment, words } from "../../testing/commented";
import { aPost, eventCount, faults, lastEvent, refusal, storedPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createPostComment, submitPostComment } from "./creating";
import { postComments } from "./mutations";
import { listCommentsOnPost, managedPostComments } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const seen = async (id: number) => {
  const flat = (items: readonly { id: number; children: readonly unknown[] }[]): number[] =>
    items.flatMap((each) => [each.id, ...flat(each.children as typeof items)]);
  const ids = flat((await listCommentsOnPost(visitor, { id })).items).sort((a, b) => a - b);
  expect((await storedPost(id)).commentCount).toBe(ids.length);
  expect((await getPublicPost(visitor, { postId: id })).commentCount).toBe(ids.length);
  return ids;
};

describe.each(kinds)("Update comment ($name)", ({ name, target, submit, create, manage, managed }) => {
  it("changes what is sent and leaves the rest", async () => {
    const { id: postId } = await target();
    const { id: commentId } = await submit(
      aStranger(),
      words(postId, { email: "ann@example.org", authorUrl: "https://ann.example", allowNotification: true }),
    );
    const changed = await manage.update(await anEditor(), { commentId, author: "Anna", content: "*Better*" });
    expect(changed).toMatchObject({
      id: commentId,
      postId,
      status: "AUDITING",
      author: "Anna",
      content: "*Better*",
      html: "<p><em>Better</em></p>",
      email: "ann@example.org",
      authorUrl: "https://ann.example",
      allowNotification: true,
    });
    expect(await managed.get(system, { commentId })).toEqual(changed);
    expect(
      await manage.update(system, {
        commentId,
        author: "Anna",
        content: "",
        email: null,
        authorUrl: null,
        allowNotification: null,
        postId,
      }),
    ).toMatchObject({ content: "", html: "", email: "", authorUrl: "", allowNotification: false });
    expect(await lastEvent()).toMatchObject({
      operation: `update${name[0]?.toUpperCase()}${name.slice(1)}Comment`,
      subject: `comment:${commentId}`,
      cacheKeys: [`comments:${name}:${postId}`, "comments:feeds"],
    });
  });

  it("asks for what is required, and leaves a comment where it is", async () => {
    const [one, two] = [await target(), await target()];
    const { id: commentId } = await create(system, words(one.id));
    expect(await faults(manage.update(system, { commentId } as never))).toEqual([
      "author required",
      "content required",
    ]);
    expect(await faults(manage.update(system, { commentId, author: "Ann", content: "x", postId: two.id }))).toEqual([
      "postId wrong_value",
    ]);
    expect(await refusal(manage.update(system, { commentId: 999, author: "Ann", content: "x" }))).toMatchObject({
      code: "not_found",
    });
  });

  it("knows comments on other kinds of texts as little as ones that are not there", async () => {
    const { id: postId } = await target();
    const { id: commentId } = await create(system, words(postId));
    const before = await eventCount();
    for (const other of kinds.filter((each) => each.name !== name)) {
      for (const work of [
        other.manage.update(system, { commentId, author: "Ann", content: "x" }),
        other.manage.setStatus(system, { commentId, status: "RECYCLE" }),
        other.manage.setStatuses(system, { items: [commentId], status: "RECYCLE" }),
        other.manage.remove(system, { commentId }),
        other.manage.removeAll(system, { ids: [commentId] }),
        other.managed.get(system, { commentId }),
      ])
        expect(await refusal(work)).toMatchObject({ code: "not_found" });
      expect((await other.managed.list(system, {})).total).toBe(0);
    }
    expect(await eventCount()).toBe(before);
  });

  it("is for those who manage comments", async () => {
    const { id: postId } = await target();
    const { id: commentId } = await create(system, words(postId));
    for (const [who, code] of [
      [visitor, "unauthenticated"],
      [await anActor("SUBSCRIBER"), "forbidden"],
      [await anAuthor(), "forbidden"],
    ] as const)
      for (const work of [
        manage.update(who, { commentId, author: "Ann", content: "x" }),
        manage.setStatus(who, { commentId, status: "RECYCLE" }),
        manage.remove(who, { commentId }),
        managed.list(who, {}),
        managed.get(who, { commentId }),
      ])
        expect(await refusal(work)).toMatchObject({ code });
  });
});

describe("a comment's place", () => {
  it("may become another one of the same text, and what replies to it goes along", async () => {
    const post = await aPost();
    const [a, b] = [await aComment(post.id), await aComment(post.id)];
    const c = await aComment(post.id, { parentId: a.id });
    const d = await aComment(post.id, { parentId: c.id });
    await postComments.update(system, { commentId: c.id, author: "Ann", content: "c", parentId: b.id });
    expect((await storedComment(d.id)).rootId).toBe(b.id);
    expect((await listCommentsOnPost(visitor, { id: post.id })).items).toMatchObject([
      { id: a.id, children: [] },
      { id: b.id, children: [{ id: c.id, children: [{ id: d.id }] }] },
    ]);
    await postComments.update(system, { commentId: b.id, author: "Ann", content: "b", parentId: a.id });
    expect((await listCommentsOnPost(visitor, { id: post.id })).items).toMatchObject([
      { id: a.id, children: [{ id: b.id, children: [{ id: c.id, children: [{ id: d.id }] }] }] },
    ]);
    await postComments.update(system, { commentId: c.id, author: "Ann", content: "c", parentId: null });
    expect((await listCommentsOnPost(visitor, { id: post.id })).items).toMatchObject([
      { id: a.id, children: [{ id: b.id, children: [] }] },
      { id: c.id, children: [{ id: d.id }] },
    ]);
    expect(await seen(post.id)).toEqual([a.id, b.id, c.id, d.id]);
  });

  it("is never below itself, nor on another text", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const a = await aComment(post.id);
    const b = await aComment(post.id, { parentId: a.id });
    const elsewhere = await aComment(other.id);
    for (const parentId of [a.id, b.id, elsewhere.id, 999])
      expect(
        await faults(postComments.update(system, { commentId: a.id, author: "Ann", content: "a", parentId })),
      ).toEqual(["parentId wrong_value"]);
    expect(await seen(post.id)).toEqual([a.id, b.id]);
  });

  it("below a hidden comment hides it", async () => {
    const post = await aPost();
    const [a, b] = [await aComment(post.id), await aComment(post.id)];
    await postComments.setStatus(system, { commentId: a.id, status: "RECYCLE" });
    await postComments.update(system, { commentId: b.id, author: "Ann", content: "b", parentId: a.id });
    expect(await seen(post.id)).toEqual([]);
    await postComments.setStatus(system, { commentId: a.id, status: "PUBLISHED" });
    expect(await seen(post.id)).toEqual([a.id, b.id]);
  });
});

describe("a comment's status", () => {
  it("decides who is seen, with all that replies to it, and how many are counted", async () => {
    const post = await aPost();
    const a = await aComment(post.id);
    const b = await aComment(post.id, { parentId: a.id });
    const c = await aComment(post.id, { parentId: b.id });
    const d = await aComment(post.id);
    expect(await seen(post.id)).toEqual([a.id, b.id, c.id, d.id]);
    for (const status of ["AUDITING", "RECYCLE"] as const) {
      await postComments.setStatus(system, { commentId: b.id, status });
      expect(await seen(post.id)).toEqual([a.id, d.id]);
      await postComments.setStatus(system, { commentId: a.id, status });
      expect(await seen(post.id)).toEqual([d.id]);
      await postComments.setStatus(system, { commentId: b.id, status: "PUBLISHED" });
      expect(await seen(post.id)).toEqual([d.id]);
      await postComments.setStatus(system, { commentId: a.id, status: "PUBLISHED" });
      expect(await seen(post.id)).toEqual([a.id, b.id, c.id, d.id]);
    }
  });

  it("changes for many at once, or for none of them", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const [a, b] = [await aComment(post.id), await aComment(other.id)];
    const c = await aComment(post.id, { parentId: a.id });
    const { before } = await postComments.setStatuses(system, { items: [b.id, a.id], status: "RECYCLE" });
    expect(before).toEqual([
      { commentId: b.id, status: "PUBLISHED", postId: other.id },
      { commentId: a.id, status: "PUBLISHED", postId: post.id },
    ]);
    expect([await seen(post.id), await seen(other.id)]).toEqual([[], []]);
    expect((await lastEvent())?.cacheKeys).toEqual(
      expect.arrayContaining([`post:${post.id}`, `post:${other.id}`, "posts"]),
    );
    expect(await refusal(postComments.setStatuses(system, { items: [a.id, 999], status: "PUBLISHED" }))).toMatchObject({
      code: "not_found",
    });
    expect(await seen(post.id)).toEqual([]);
    await postComments.setStatuses(system, { items: [a.id, c.id, b.id], status: "PUBLISHED" });
    expect([await seen(post.id), await seen(other.id)]).toEqual([[a.id, c.id], [b.id]]);
    expect(await faults(postComments.setStatuses(system, { items: [], status: "PUBLISHED" }))).toEqual([
      "items too_short",
    ]);
    expect(await faults(postComments.setStatuses(system, { items: [1, 1], status: "SPAM" as never }))).toEqual([
      "items.1 duplicate",
      "status wrong_value",
    ]);
  });
});

describe("deleting", () => {
  it("takes the replies along, for good", async () => {
    const post = await aPost();
    const a = await aComment(post.id);
    const b = await aComment(post.id, { parentId: a.id });
    const c = await aComment(post.id, { parentId: b.id });
    await postComments.remove(system, { commentId: b.id });
    expect(await seen(post.id)).toEqual([a.id]);
    await expect(storedComment(c.id)).rejects.toThrow("there is no comment");
    expect((await lastEvent())?.cacheKeys).toEqual(["comments:posts", "posts"]);
    expect(await refusal(postComments.remove(system, { commentId: b.id }))).toMatchObject({ code: "not_found" });
  });

  it("of many takes all or none", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const [a, b] = [await aComment(post.id), await aComment(other.id)];
    const c = await aComment(post.id, { parentId: a.id });
    expect(await refusal(postComments.removeAll(system, { ids: [a.id, 999] }))).toMatchObject({ code: "not_found" });
    expect(await seen(post.id)).toEqual([a.id, c.id]);
    await postComments.removeAll(system, { ids: [c.id, a.id, b.id] });
    expect([await seen(post.id), await seen(other.id)]).toEqual([[], []]);
  });

  it("of a chain of replies longer than a cascade reaches works", async () => {
    const post = await aPost();
    const root = await aComment(post.id);
    const { id: replyId } = await createPostComment(system, words(post.id, { parentId: root.id }));
    const reply = await storedComment(replyId);
    const below = Array.from({ length: 1100 }, (_, i) => ({ ...reply, id: replyId + i + 1, parentId: replyId + i }));
    await engine().transaction(
      async (db) => {
        await db.insert(comments).values(below);
        await db
          .update(posts)
          .set({ commentCount: below.length + 2 })
          .where(eq(posts.id, post.id));
      },
      () => null,
    );
    const { items } = await listCommentsOnPost(visitor, { id: post.id });
    expect(items).toHaveLength(1);
    await postComments.remove(system, { commentId: root.id });
    expect(await seen(post.id)).toEqual([]);
  });
});

describe("the list of comments", () => {
  it("is filtered, searched, sorted and paged", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const a = await aComment(post.id, { author: "Zoë", content: "100% *sure*" });
    const b = await aComment(other.id, { email: "bob@example.org" });
    const { id: c } = await submitPostComment(aStranger(), words(post.id, { author: "Carl" }));
    const ids = async (filters: Parameters<typeof managedPostComments.list>[1]) =>
      (await managedPostComments.list(system, filters)).items.map(({ id }) => id);
    expect(await ids({})).toEqual([c, b.id, a.id]);
    expect(await ids({ sort: ["id,asc"] })).toEqual([a.id, b.id, c]);
    expect(await ids({ status: "AUDITING" })).toEqual([c]);
    expect(await ids({ postId: post.id })).toEqual([c, a.id]);
    expect(await ids({ keyword: "ZOË" })).toEqual([a.id]);
    expect(await ids({ keyword: "100%" })).toEqual([a.id]);
    expect(await ids({ keyword: "_" })).toEqual([]);
    expect(await ids({ keyword: "BOB@example" })).toEqual([b.id]);
    expect(await managedPostComments.list(system, { page: 2, size: 1 })).toMatchObject({
      total: 3,
      items: [
        { id: b.id, email: "bob@example.org", ipAddress: expect.stringMatching(/^198\.51/), userAgent: "A browser" },
      ],
    });
  });
});

it("the number of comments stands in lists, and not where a password keeps the text", async () => {
  const post = await aPost();
  await aComment(post.id);
  expect((await listPublicPosts(visitor, {})).items.map(({ commentCount }) => commentCount)).toEqual([1]);
  await updatePost(system, { postId: post.id, title: "x", password: "secret" });
  expect((await listPublicPosts(visitor, {})).items.map(({ commentCount }) => commentCount)).toEqual([undefined]);
});
