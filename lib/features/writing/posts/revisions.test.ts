import { beforeEach, describe, expect, it } from "vitest";
import { visitor } from "../../../core/access";
import { anAuthor, anEditor } from "../../../testing/actors";
import { aPost, eventCount, lastEvent, refusal, storedPost } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { discardWorkingText, restorePostRevision, setPostStatus, updatePost, updatePostContent } from "./mutations";
import { getPostAtAddress, getPostRevision, getPostRevisionDiff, listPostRevisions } from "./queries";

beforeEach(async () => void (await freshDatabase()));

/** A post whose text was replaced once, so that the first is a revision. */
async function twice(status: "DRAFT" | "PUBLISHED" = "PUBLISHED") {
  const author = await anAuthor();
  const post = await aPost(author, { originalContent: "first", status });
  await updatePost(author, { postId: post.id, title: post.title, originalContent: "second" });
  const [revision] = await listPostRevisions(author, { postId: post.id });
  if (!revision) throw new Error("no revision was kept");
  return { author, post, revision };
}

const publicText = async (slug: string) => (await getPostAtAddress(visitor, { slug })).post?.content;

describe("earlier texts", () => {
  it("are listed without their texts, the newest first, with who replaced them", async () => {
    const { author, post } = await twice();
    await updatePost(author, { postId: post.id, title: post.title, originalContent: "third" });
    const list = await listPostRevisions(author, { postId: post.id });
    expect(list.map((each) => each.version)).toEqual([2, 1]);
    expect(list[0]?.author?.id).toBe(author.id);
    expect(list[0]).not.toHaveProperty("originalContent");
  });

  it("are read one by one", async () => {
    const { author, post, revision } = await twice();
    expect((await getPostRevision(author, { postId: post.id, revisionId: revision.id })).originalContent).toBe("first");
  });

  it("are not found through another post, nor by another author, nor by a stranger", async () => {
    const { author, post, revision } = await twice();
    const other = await aPost(author);
    expect((await refusal(getPostRevision(author, { postId: other.id, revisionId: revision.id }))).code).toBe(
      "not_found",
    );
    const stranger = await anAuthor();
    expect((await refusal(listPostRevisions(stranger, { postId: post.id }))).code).toBe("not_found");
    expect((await refusal(getPostRevision(stranger, { postId: post.id, revisionId: revision.id }))).code).toBe(
      "not_found",
    );
    expect((await refusal(restorePostRevision(stranger, { postId: post.id, revisionId: revision.id }))).code).toBe(
      "not_found",
    );
    expect((await refusal(listPostRevisions(visitor, { postId: post.id }))).code).toBe("unauthenticated");
    expect(await listPostRevisions(await anEditor(), { postId: post.id })).toHaveLength(1);
  });
});

describe("restoring an earlier text", () => {
  it("of a live post makes it the working text: readers see nothing of it", async () => {
    const { author, post, revision } = await twice();
    const restored = await restorePostRevision(author, { postId: post.id, revisionId: revision.id });
    expect(restored).toMatchObject({ originalContent: "first", inProgress: true, status: "PUBLISHED" });
    expect(await publicText(post.slug)).toContain("second");
    expect(await lastEvent()).toMatchObject({ operation: "restorePostRevision", subject: `post:${post.id}` });
  });

  it("keeps the working text it replaces", async () => {
    const { author, post, revision } = await twice();
    await updatePostContent(author, { postId: post.id, originalContent: "half done" });
    await restorePostRevision(author, { postId: post.id, revisionId: revision.id });
    const [newest] = await listPostRevisions(author, { postId: post.id });
    expect((await getPostRevision(author, { postId: post.id, revisionId: newest?.id ?? 0 })).originalContent).toBe(
      "half done",
    );
  });

  it("of a draft makes it the draft's text and keeps the one before", async () => {
    const { author, post, revision } = await twice("DRAFT");
    expect(await restorePostRevision(author, { postId: post.id, revisionId: revision.id })).toMatchObject({
      originalContent: "first",
      inProgress: false,
    });
    expect(await listPostRevisions(author, { postId: post.id })).toHaveLength(2);
  });

  it("is refused in the recycle bin, and leaves nothing behind", async () => {
    const { author, post, revision } = await twice();
    await setPostStatus(author, { postId: post.id, status: "RECYCLE" });
    const events = await eventCount();
    expect((await refusal(restorePostRevision(author, { postId: post.id, revisionId: revision.id }))).code).toBe(
      "conflict",
    );
    expect(await eventCount()).toBe(events);
    expect((await storedPost(post.id)).workingOriginalContent).toBeNull();
    expect(await listPostRevisions(author, { postId: post.id })).toHaveLength(1);
  });
});

describe("discarding changes", () => {
  it("returns to the published text and keeps the other as a revision", async () => {
    const { author, post } = await twice();
    const working = await updatePostContent(author, { postId: post.id, originalContent: "half done" });
    const discarded = await discardWorkingText(author, { postId: post.id, expectedVersion: working.version });
    expect(discarded).toMatchObject({ originalContent: "second", inProgress: false });
    expect(discarded.version).toBeGreaterThan(working.version);
    expect(await listPostRevisions(author, { postId: post.id })).toHaveLength(2);
  });

  it("does nothing where there are none", async () => {
    const { author, post } = await twice();
    expect((await discardWorkingText(author, { postId: post.id })).version).toBe((await storedPost(post.id)).version);
  });

  it("is refused when the post was changed elsewhere, or is somebody else's", async () => {
    const { author, post } = await twice();
    await updatePostContent(author, { postId: post.id, originalContent: "half done" });
    const stale = await refusal(discardWorkingText(author, { postId: post.id, expectedVersion: 1 }));
    expect([stale.code, stale.extra.current]).toEqual([
      "stale",
      expect.objectContaining({ originalContent: "half done" }),
    ]);
    expect((await refusal(discardWorkingText(await anAuthor(), { postId: post.id }))).code).toBe("not_found");
    expect((await storedPost(post.id)).workingOriginalContent).toBe("half done");
  });
});

describe("an earlier text compared", () => {
  async function changed() {
    const author = await anAuthor();
    const post = await aPost(author, { title: "Old", originalContent: "one\ntwo\n", status: "PUBLISHED" });
    await updatePost(author, { postId: post.id, title: "New", originalContent: "one\n2\n" });
    await updatePost(author, { postId: post.id, title: "New", originalContent: "one\n2\nthree\n", autoSave: true });
    const [revision] = await listPostRevisions(author, { postId: post.id });
    return { author, by: { postId: post.id, revisionId: revision?.id ?? 0 } };
  }

  it("is compared with the text being worked on", async () => {
    const { author, by } = await changed();
    expect(await getPostRevisionDiff(author, by)).toMatchObject({
      ...by,
      fromVersion: 1,
      title: { before: "Old", after: "New" },
      added: 2,
      removed: 1,
      changes: [
        { kind: "same", text: "one\n" },
        { kind: "removed", text: "two\n" },
        { kind: "added", lines: 2, text: "2\nthree\n" },
      ],
    });
  });

  it("is there for whoever may change the post only", async () => {
    const { author, by } = await changed();
    expect((await refusal(getPostRevisionDiff(await anAuthor(), by))).code).toBe("not_found");
    expect((await refusal(getPostRevisionDiff(visitor, by))).code).toBe("unauthenticated");
    expect((await refusal(getPostRevisionDiff(author, { ...by, revisionId: 999 }))).code).toBe("not_found");
    expect((await getPostRevisionDiff(await anEditor(), by)).added).toBe(2);
  });
});

describe("a text in the other editor", () => {
  it("is worked on with readers seeing the one before, and published with its kind", async () => {
    const author = await anAuthor();
    const post = await aPost(author, { title: "T", originalContent: "*one*", status: "PUBLISHED" });
    const working = await updatePost(author, {
      postId: post.id,
      title: "T",
      originalContent: "<p>*two*</p>",
      editorType: "RICHTEXT",
      autoSave: true,
    });
    expect(working).toMatchObject({ editorType: "RICHTEXT", content: "<p>*two*</p>", inProgress: true });
    expect(await storedPost(post.id)).toMatchObject({ editorType: "MARKDOWN", workingEditorType: "RICHTEXT" });
    expect(await publicText(post.slug)).toContain("<em>one</em>");

    const later = await updatePostContent(author, { postId: post.id, originalContent: "<p>*three*</p>" });
    expect(later).toMatchObject({ editorType: "RICHTEXT", content: "<p>*three*</p>" });
    expect(await updatePost(author, { postId: post.id, title: "T", status: "PUBLISHED" })).toMatchObject({
      editorType: "RICHTEXT",
      content: "<p>*three*</p>",
      inProgress: false,
    });
    expect(await storedPost(post.id)).toMatchObject({ editorType: "RICHTEXT", workingEditorType: null });
  });

  it("comes back as a revision of its kind, also of a published post", async () => {
    const author = await anAuthor();
    const post = await aPost(author, { title: "T", originalContent: "*one*", status: "PUBLISHED" });
    await updatePost(author, { postId: post.id, title: "T", originalContent: "<p>two</p>", editorType: "RICHTEXT" });
    const [revision] = await listPostRevisions(author, { postId: post.id });
    expect(await restorePostRevision(author, { postId: post.id, revisionId: revision?.id ?? 0 })).toMatchObject({
      editorType: "MARKDOWN",
      originalContent: "*one*",
      content: "<p><em>one</em></p>",
      inProgress: true,
    });
    const discarded = await discardWorkingText(author, { postId: post.id });
    expect(discarded).toMatchObject({ editorType: "RICHTEXT", originalContent: "<p>two</p>" });
    const [kept] = await listPostRevisions(author, { postId: post.id });
    expect(kept).toMatchObject({ editorType: "MARKDOWN" });
  });
});
