import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postMetas, postRedirects, postRevisions, posts, postTags } from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { aPost, aTag, eventCount, inHours, lastEvent, storedPost } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { deletePost, setPostStatus, updatePost } from "./mutations";
import { nextPublication } from "../../visibility/queries";
import { getPublicPost, listPublicPosts } from "./queries";
import { postStatuses } from "../schema";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

const listed = async () => (await listPublicPosts(visitor, {})).items.map((post) => post.id);

describe("a status", () => {
  it("may change to every other; publishedTime stays, recycledTime comes and goes", async () => {
    for (const from of postStatuses)
      for (const to of postStatuses) {
        const post = await aPost(author, { status: from });
        const before = await storedPost(post.id);
        const after = await setPostStatus(author, { postId: post.id, status: to });
        const row = await storedPost(post.id);
        expect([from, to, after.status, row.version]).toEqual([from, to, to, 2]);
        expect(row.recycledTime !== null).toBe(to === "RECYCLE");
        expect(row.recycledTime).toEqual(from === to ? before.recycledTime : row.recycledTime);
        const live = ["PUBLISHED", "INTIMATE"];
        expect(row.publishedTime !== null).toBe(live.includes(from) || live.includes(to));
        expect(row.publishedTime).toEqual(before.publishedTime ?? row.publishedTime);
      }
  });

  it("acts at once on what visitors find, and is in the audit log", async () => {
    const post = await aPost(author, { status: "DRAFT" });
    expect(await listed()).toEqual([]);
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    await setPostStatus(author, { postId: post.id, status: "PUBLISHED" });
    stop();
    expect(heard).toEqual([["posts", "post-places", `post:${post.id}`]]);
    expect(await listed()).toEqual([post.id]);
    expect(await lastEvent()).toMatchObject({
      operation: "setPostStatus",
      subject: `post:${post.id}`,
      summary: `PUBLISHED ${post.title}`,
    });
    for (const status of ["INTIMATE", "RECYCLE", "DRAFT"] as const) {
      await setPostStatus(author, { postId: post.id, status });
      expect(await listed()).toEqual([]);
      await expect(getPublicPost(visitor, { postId: post.id })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("is for those who may change the post", async () => {
    const post = await aPost(author, { status: "DRAFT" });
    const change = { postId: post.id, status: "PUBLISHED" } as const;
    await expect(setPostStatus(visitor, change)).rejects.toMatchObject({ status: 401 });
    await expect(setPostStatus(await anActor("SUBSCRIBER"), change)).rejects.toMatchObject({ status: 403 });
    await expect(setPostStatus(await anAuthor(), change)).rejects.toMatchObject({ status: 404 });
    await expect(setPostStatus(author, { ...change, postId: 999 })).rejects.toMatchObject({ status: 404 });
    await expect(setPostStatus(author, { ...change, status: "GONE" as never })).rejects.toMatchObject({ status: 400 });
    expect((await storedPost(post.id)).status).toBe("DRAFT");
    expect(await setPostStatus(await anEditor(), change)).toMatchObject({ status: "PUBLISHED" });
  });
});

describe("deleting", () => {
  it("moves to the recycle bin, from where a save with a status or a status restores", async () => {
    for (const restore of [
      (postId: number) => setPostStatus(author, { postId, status: "DRAFT" }),
      (postId: number) => updatePost(author, { postId, title: "x", status: "PUBLISHED" }),
    ]) {
      const post = await aPost(author, { originalContent: "kept" });
      const begun = Date.now();
      expect(await deletePost(author, { postId: post.id })).toBeUndefined();
      const row = await storedPost(post.id);
      expect(row).toMatchObject({ status: "RECYCLE", originalContent: "kept", version: 2 });
      expect(Number(row.recycledTime)).toBeGreaterThanOrEqual(begun);
      expect(Number(row.recycledTime)).toBeLessThanOrEqual(Date.now());
      await restore(post.id);
      expect(await storedPost(post.id)).toMatchObject({ recycledTime: null, originalContent: "kept" });
    }
  });

  it("of a recycled one deletes for good, with all that belongs to it", async () => {
    const tag = await aTag();
    const post = await aPost(author, { slug: "old", tagIds: [tag.id], metas: [{ key: "k" }] });
    await updatePost(author, { postId: post.id, title: "x", slug: "new", originalContent: "changed" });
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    for (let i = 0; i < 2; i += 1) await deletePost(author, { postId: post.id });
    stop();
    for (const table of [posts, postTags, postMetas, postRevisions, postRedirects])
      expect(await stored().select().from(table)).toEqual([]);
    expect(heard).toEqual([["posts", "post-places", `post:${post.id}`], []]);
    await expect(deletePost(author, { postId: post.id })).rejects.toMatchObject({ status: 404 });
  });

  it("for good at once is an EDITOR's", async () => {
    const post = await aPost(author);
    const events = await eventCount();
    await expect(deletePost(author, { postId: post.id, permanent: true })).rejects.toMatchObject({ status: 403 });
    expect((await storedPost(post.id)).status).toBe("PUBLISHED");
    expect(await eventCount()).toBe(events);
    await deletePost(await anEditor(), { postId: post.id, permanent: true });
    expect(await stored().select().from(posts)).toEqual([]);
    expect(await lastEvent()).toMatchObject({ operation: "deletePost", summary: "deleted for good" });
  });

  it("is for those who may change the post", async () => {
    const post = await aPost(author);
    await expect(deletePost(visitor, { postId: post.id })).rejects.toMatchObject({ status: 401 });
    await expect(deletePost(await anActor("SUBSCRIBER"), { postId: post.id })).rejects.toMatchObject({ status: 403 });
    await expect(deletePost(await anAuthor(), { postId: post.id })).rejects.toMatchObject({ status: 404 });
    expect((await storedPost(post.id)).status).toBe("PUBLISHED");
  });
});

describe("a scheduled post", () => {
  afterEach(() => void vi.useRealTimers());

  it("is nowhere until its moment, then at once there", async () => {
    const post = await aPost(author, { createTime: inHours(1) });
    expect(await listed()).toEqual([]);
    await expect(getPublicPost(visitor, { postId: post.id })).rejects.toMatchObject({ status: 404 });
    expect((await nextPublication(visitor, {})).at).toEqual(post.createTime);
    const moment = new Date(post.createTime).getTime();
    vi.useFakeTimers({ now: moment - 1, toFake: ["Date"] });
    expect(await listed()).toEqual([]);
    vi.setSystemTime(moment);
    expect(await listed()).toEqual([post.id]);
    expect((await nextPublication(visitor, {})).at).toBeNull();
  });

  it("that comes next is the nearest live one", async () => {
    expect((await nextPublication(visitor, {})).at).toBeNull();
    for (const status of ["DRAFT", "RECYCLE"] as const) await aPost(author, { status, createTime: inHours(1) });
    await aPost(author, { createTime: inHours(-1) });
    expect((await nextPublication(visitor, {})).at).toBeNull();
    const later = await aPost(author, { createTime: inHours(9) });
    expect((await nextPublication(visitor, {})).at).toEqual(later.createTime);
    const sooner = await aPost(author, { status: "INTIMATE", password: "x", createTime: inHours(5) });
    expect((await nextPublication(visitor, {})).at).toEqual(sooner.createTime);
  });

  it("moves by changing its date", async () => {
    const post = await aPost(author, { createTime: inHours(1) });
    await updatePost(author, { postId: post.id, title: "x", createTime: inHours(-1) });
    expect(await listed()).toEqual([post.id]);
  });
});
