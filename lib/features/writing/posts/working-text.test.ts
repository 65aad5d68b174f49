import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { postRevisions } from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { aPost, aTag, eventCount, inHours, refusal, refusals, storedPost } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { setPostsStatus } from "./bulk";
import { deletePost, discardWorkingText, setPostStatus, updatePost, updatePostContent } from "./mutations";
import { getPost, getPublicPost, listPosts, listPublicPosts } from "./queries";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

const shownText = async (postId: number) => (await getPublicPost(visitor, { postId })).content;
const workedOn = async (postId: number) => (await getPost(author, { postId })).originalContent;
const revisions = async () =>
  (await stored().select().from(postRevisions).orderBy(asc(postRevisions.id))).map(
    ({ version, originalContent, title }) => ({ version, originalContent, title }),
  );

describe("a live post has two texts", () => {
  it("saving the content changes the working one only", async () => {
    const post = await aPost(author, { originalContent: "published" });
    const [shown, listed, events] = [
      await getPublicPost(visitor, { postId: post.id }),
      await listPublicPosts(visitor, {}),
      await eventCount(),
    ];
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    const after = await updatePostContent(author, { postId: post.id, originalContent: "in work" });
    stop();
    expect(after).toMatchObject({ originalContent: "in work", inProgress: true, version: 2, status: "PUBLISHED" });
    expect(after.content).toContain("in work");
    expect(await getPublicPost(visitor, { postId: post.id })).toEqual(shown);
    expect(await listPublicPosts(visitor, {})).toEqual(listed);
    expect(heard.flat()).toEqual([]);
    expect(await eventCount()).toBe(events);
    expect(await revisions()).toEqual([]);
    expect((await listPosts(author, {})).items[0]).toMatchObject({ inProgress: true });
  });

  it("autosave changes nothing that visitors see, whatever it sends", async () => {
    const [post, tag] = [
      await aPost(author, { title: "Title", originalContent: "published", slug: "here", password: "", tagIds: [] }),
      await aTag(),
    ];
    const before = await storedPost(post.id);
    const after = await updatePost(author, {
      postId: post.id,
      autoSave: true,
      title: "Other",
      slug: "there",
      status: "DRAFT",
      password: "secret",
      tagIds: [tag.id],
      categoryIds: null,
      createTime: inHours(5),
      topPriority: 9,
      summary: "s",
      originalContent: "in work",
    });
    expect(after).toMatchObject({
      title: "Title",
      slug: "here",
      status: "PUBLISHED",
      password: "",
      tagIds: [],
      topPriority: 0,
      inProgress: true,
      originalContent: "in work",
    });
    const {
      updateTime: _u,
      version,
      workingOriginalContent,
      workingContent: _w,
      workingKeepRaw: _k,
      workingEditorType: _e,
      ...row
    } = await storedPost(post.id);
    const {
      updateTime: _u2,
      version: _v,
      workingOriginalContent: _o,
      workingContent: _w2,
      workingKeepRaw: _k2,
      workingEditorType: _e2,
      ...untouched
    } = before;
    expect(row).toEqual(untouched);
    expect({ version, workingOriginalContent }).toEqual({ version: 2, workingOriginalContent: "in work" });
    expect(await revisions()).toEqual([]);
  });

  it("publishing brings the working text out and keeps the one it replaces", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePostContent(author, { postId: post.id, originalContent: "two" });
    const after = await updatePost(author, { postId: post.id, title: post.title, status: "PUBLISHED" });
    expect(after).toMatchObject({ inProgress: false, originalContent: "two" });
    expect(await shownText(post.id)).toContain("two");
    expect(await revisions()).toEqual([{ version: 2, originalContent: "one", title: post.title }]);
  });

  it("a working text that is the published one again is none", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePostContent(author, { postId: post.id, originalContent: "two" });
    expect(await updatePostContent(author, { postId: post.id, originalContent: "one" })).toMatchObject({
      inProgress: false,
      originalContent: "one",
    });
    expect(await storedPost(post.id)).toMatchObject({
      workingOriginalContent: null,
      workingContent: null,
      workingKeepRaw: null,
    });
  });

  it("a deliberate save with a text of its own drops the working one", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePostContent(author, { postId: post.id, originalContent: "two" });
    const after = await updatePost(author, {
      postId: post.id,
      title: "x",
      originalContent: "three",
      expectedVersion: 2,
    });
    expect(after).toMatchObject({ inProgress: false, originalContent: "three" });
    // Its author had read the working text, so only the published one is kept.
    expect((await revisions()).map((each) => each.originalContent)).toEqual(["one"]);
  });

  it("the last writer wins, and the text they may not have read is kept", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePostContent(author, { postId: post.id, originalContent: "somebody's work" });
    await updatePost(author, { postId: post.id, title: "x", originalContent: "three" });
    expect((await revisions()).map((each) => each.originalContent)).toEqual(["one", "somebody's work"]);
    expect(await shownText(post.id)).toContain("three");
  });

  it("hiding and showing again by status leaves both texts as they are", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePostContent(author, { postId: post.id, originalContent: "two" });
    for (const status of ["DRAFT", "PUBLISHED"] as const)
      expect(await setPostStatus(author, { postId: post.id, status })).toMatchObject({
        inProgress: true,
        originalContent: "two",
      });
    expect(await shownText(post.id)).toContain("one");
    await updatePost(author, { postId: post.id, title: "x", status: "INTIMATE" });
    expect(await storedPost(post.id)).toMatchObject({ originalContent: "two", workingOriginalContent: null });
  });

  it("keeps raw content apart as well", async () => {
    const post = await aPost(author, { originalContent: "one" });
    const after = await updatePostContent(author, {
      postId: post.id,
      content: "<p>raw<script>1</script></p>",
      keepRaw: true,
    });
    expect(after).toMatchObject({ keepRaw: true, originalContent: "one", inProgress: true });
    expect(after.content).toBe("<p>raw</p>");
    expect(await shownText(post.id)).toContain("one");
    await updatePost(author, { postId: post.id, title: "x" });
    expect(await shownText(post.id)).toBe("<p>raw</p>");
    expect((await storedPost(post.id)).keepRaw).toBe(true);
  });
});

describe("a draft has one text", () => {
  it("which saving the content and autosaving change, without a revision", async () => {
    const post = await aPost(author, { status: "DRAFT", originalContent: "one" });
    const events = await eventCount();
    expect(await updatePostContent(author, { postId: post.id, originalContent: "two" })).toMatchObject({
      inProgress: false,
      originalContent: "two",
    });
    const saved = await updatePost(author, {
      postId: post.id,
      autoSave: true,
      title: "Typing",
      originalContent: "three",
      summary: "s",
      status: "PUBLISHED",
    });
    expect(saved).toMatchObject({
      inProgress: false,
      originalContent: "three",
      title: "Typing",
      summary: "s",
      status: "DRAFT",
      publishedTime: null,
    });
    expect(await storedPost(post.id)).toMatchObject({ originalContent: "three", workingOriginalContent: null });
    expect(await revisions()).toEqual([]);
    expect(await eventCount()).toBe(events);
  });

  it("which a deliberate save replaces, keeping the one before", async () => {
    const post = await aPost(author, { status: "DRAFT", originalContent: "one" });
    await updatePost(author, { postId: post.id, title: "x", originalContent: "two" });
    await updatePost(author, { postId: post.id, title: "y", originalContent: "two" });
    await updatePost(author, { postId: post.id, title: "z", originalContent: "three", status: "PUBLISHED" });
    expect(await revisions()).toEqual([
      { version: 1, originalContent: "one", title: post.title },
      { version: 3, originalContent: "two", title: "y" },
    ]);
  });
});

describe("the content alone", () => {
  it("may be sent in parts; null empties", async () => {
    const post = await aPost(author, { status: "DRAFT", originalContent: "one" });
    expect(await updatePostContent(author, { postId: post.id })).toMatchObject({ originalContent: "one", version: 2 });
    expect(await updatePostContent(author, { postId: post.id, originalContent: null })).toMatchObject({
      originalContent: "",
      content: "",
    });
    expect(await updatePostContent(author, { postId: post.id, content: "<p>html</p>" })).toMatchObject({
      content: "<p>html</p>",
      keepRaw: true,
    });
    const source = await updatePostContent(author, { postId: post.id, originalContent: "two", keepRaw: false });
    expect(source).toMatchObject({ keepRaw: false });
    expect(source.content).toContain("two");
  });

  it("is for those who may change the post, and not for recycled ones", async () => {
    const post = await aPost(author);
    const change = { postId: post.id, originalContent: "x" };
    await expect(updatePostContent(visitor, change)).rejects.toMatchObject({ status: 401 });
    await expect(updatePostContent(await anActor("SUBSCRIBER"), change)).rejects.toMatchObject({ status: 403 });
    await expect(updatePostContent(await anAuthor(), change)).rejects.toMatchObject({ status: 404 });
    await expect(updatePostContent(author, { ...change, postId: 999 })).rejects.toMatchObject({ status: 404 });
    expect(await updatePostContent(await anEditor(), change)).toMatchObject({ originalContent: "x" });
    await deletePost(author, { postId: post.id });
    await expect(updatePostContent(author, change)).rejects.toMatchObject({ status: 409 });
    await expect(updatePost(author, { ...change, title: "x", autoSave: true })).rejects.toMatchObject({ status: 409 });
    await expect(updatePost(author, { ...change, title: "x" })).rejects.toMatchObject({ status: 409 });
    expect(await workedOn(post.id)).toBe("x");
  });
});

describe("If-Match", () => {
  it("that is stale answers the record as it is now and changes nothing", async () => {
    const post = await aPost(author, { originalContent: "one" });
    await updatePost(author, { postId: post.id, title: "Now", originalContent: "two", expectedVersion: 1 });
    const row = await storedPost(post.id);
    for (const work of [
      updatePost(author, { postId: post.id, title: "Late", originalContent: "late", expectedVersion: 1 }),
      updatePost(author, { postId: post.id, title: "Early", originalContent: "early", expectedVersion: 3 }),
      updatePostContent(author, { postId: post.id, originalContent: "late", expectedVersion: 1 }),
    ]) {
      const error = await refusal(work);
      expect(error).toMatchObject({
        code: "stale",
        status: 412,
        extra: { current: { id: post.id, version: 2, title: "Now", originalContent: "two" } },
      });
      expect(JSON.stringify(error.extra.current)).not.toContain("locks");
    }
    expect(await storedPost(post.id)).toEqual(row);
  });

  it("lets exactly one of ten that read the same version write", async () => {
    const post = await aPost(author, { originalContent: "one" });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        updatePost(author, { postId: post.id, title: `by ${i}`, originalContent: `text ${i}`, expectedVersion: 1 }),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const error of refusals(results)) expect(error).toMatchObject({ status: 412 });
    expect((await storedPost(post.id)).version).toBe(2);
    expect(await revisions()).toHaveLength(1);
  });

  it("without it the last writer wins: ten at once are all saved, and nobody's text is lost", async () => {
    const post = await aPost(author, { originalContent: "one" });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        updatePost(author, { postId: post.id, title: "x", originalContent: `text ${i}` }),
      ),
    );
    expect(refusals(results)).toEqual([]);
    const kept = [
      ...(await revisions()).map((each) => each.originalContent),
      (await storedPost(post.id)).originalContent,
    ];
    expect(kept.sort()).toEqual(["one", ...Array.from({ length: 10 }, (_, i) => `text ${i}`)].sort());
    expect((await storedPost(post.id)).version).toBe(11);
  });

  it("is not needed by a publication beside autosaves, nor by whatever else changes a post", async () => {
    const [post, editor] = [await aPost(author, { originalContent: "one" }), await anEditor()];
    const results = await Promise.allSettled([
      updatePostContent(author, { postId: post.id, originalContent: "two" }),
      updatePost(author, { postId: post.id, title: "x", status: "PUBLISHED" }),
      updatePost(author, { postId: post.id, title: "y", autoSave: true, keepRaw: true, content: "<p>raw</p>" }),
      updatePost(author, { postId: post.id, title: "z", keepRaw: false }),
      setPostStatus(editor, { postId: post.id, status: "INTIMATE" }),
      setPostsStatus(editor, { items: [post.id], status: "PUBLISHED" }),
      discardWorkingText(author, { postId: post.id }),
    ]);
    expect(refusals(results)).toEqual([]);
  });
});
