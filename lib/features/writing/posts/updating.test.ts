import { beforeEach, describe, expect, it } from "vitest";
import { postCategories, postMetas, postTags } from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import {
  aCategory,
  aPost,
  aTag,
  eventCount,
  faults,
  inHours,
  lastEvent,
  refusal,
  storedPost,
} from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { updatePost } from "./mutations";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

/** A post with every field set. */
async function aFullPost() {
  const [category, tag] = [await aCategory(), await aTag()];
  return aPost(author, {
    title: "Full",
    originalContent: "Text",
    summary: "Summary",
    slug: "full",
    password: "secret",
    template: "wide",
    thumbnail: "/a.png",
    coverX: 20,
    coverY: 0,
    disallowComment: true,
    createTime: inHours(-5),
    topPriority: 7,
    metaDescription: "description",
    metaKeywords: "keywords",
    categoryIds: [category.id],
    tagIds: [tag.id],
    metas: [{ key: "k", value: "v" }],
  });
}

describe("an update", () => {
  it("leaves alone what it does not send", async () => {
    const before = await aFullPost();
    const after = await updatePost(author, { postId: before.id, title: "New title" });
    expect(after).toEqual({ ...before, title: "New title", version: before.version + 1, updateTime: after.updateTime });
    expect(after.updateTime.getTime()).toBeGreaterThanOrEqual(before.updateTime.getTime());
  });

  it.each([
    ["summary", ""],
    ["password", ""],
    ["template", ""],
    ["thumbnail", ""],
    ["coverX", 50],
    ["coverY", 50],
    ["metaDescription", ""],
    ["metaKeywords", ""],
    ["disallowComment", false],
    ["topPriority", 0],
    ["categoryIds", []],
    ["tagIds", []],
    ["metas", []],
    ["originalContent", ""],
    ["keepRaw", false],
    ["slug", "new-title"],
  ] as const)("clears %s by null", async (field, empty) => {
    const before = await aFullPost();
    const after = await updatePost(author, { postId: before.id, title: "New title", [field]: null });
    expect(after[field]).toEqual(empty);
  });

  // These have no empty value.
  it.each(["status", "editorType", "createTime"] as const)("keeps %s on null", async (field) => {
    const before = await aFullPost();
    const after = await updatePost(author, { postId: before.id, title: "New title", [field]: null });
    expect(after[field]).toEqual(before[field]);
  });

  it.each([
    ["summary", "Other"],
    ["slug", "other"],
    ["password", "other"],
    ["template", "other"],
    ["thumbnail", "https://example.org/other.png"],
    ["coverX", 100],
    ["coverY", 1],
    ["metaDescription", "other"],
    ["metaKeywords", "other"],
    ["disallowComment", false],
    ["topPriority", 2_147_483_647],
    ["originalContent", "Other text"],
    ["editorType", "RICHTEXT"],
    ["status", "INTIMATE"],
  ] as const)("sets %s", async (field, value) => {
    const before = await aFullPost();
    const after = await updatePost(author, { postId: before.id, title: "Full", [field]: value });
    expect(after[field]).toBe(value);
    const changes = new Set(
      Object.keys(after).filter(
        (name) =>
          JSON.stringify(after[name as keyof typeof after]) !== JSON.stringify(before[name as keyof typeof before]),
      ),
    );
    for (const name of ["version", "updateTime", "editTime", "url", "content", "wordCount", "locked", field])
      changes.delete(name);
    expect([...changes]).toEqual([]);
  });

  it("replaces lists as a whole, in the order given", async () => {
    const before = await aFullPost();
    const [one, two, three] = [await aTag(), await aTag(), await aTag()];
    const after = await updatePost(author, {
      postId: before.id,
      title: "x",
      tagIds: [three.id, one.id, two.id],
      metas: [{ key: "new", value: "1", postId: before.id }],
    });
    expect(after.tagIds).toEqual([three.id, one.id, two.id]);
    expect(after.metas).toEqual([{ key: "new", postId: before.id, value: "1" }]);
    expect(after.categoryIds).toEqual(before.categoryIds);
    expect(await stored().select().from(postTags)).toHaveLength(3);
  });

  it("counts the version up, and only a changed text is an edit", async () => {
    const before = await aFullPost();
    const first = await updatePost(author, { postId: before.id, title: "x", summary: "y" });
    const second = await updatePost(author, { postId: before.id, title: "x", originalContent: "Changed" });
    expect([before.version, first.version, second.version]).toEqual([1, 2, 3]);
    expect(first.editTime).toEqual(before.editTime);
    expect(second.editTime.getTime()).toBeGreaterThanOrEqual(before.editTime.getTime());
    expect((await storedPost(before.id)).editTime).toEqual(second.editTime);
  });

  it("is in the audit log and drops what was made from the post", async () => {
    const before = await aFullPost();
    const heard: (readonly string[])[] = [];
    const stop = subscribe(({ cacheKeys }) => heard.push(cacheKeys));
    await updatePost(author, { postId: before.id, title: "x" });
    await updatePost(author, { postId: before.id, title: "x", originalContent: "Another text." });
    stop();
    // The second leaves alone what shows where posts stand, such as the pages of its neighbours.
    expect(heard).toEqual([
      ["posts", "post-places", `post:${before.id}`],
      ["posts", `post:${before.id}`],
    ]);
    expect(await lastEvent()).toMatchObject({
      operation: "updatePost",
      subject: `post:${before.id}`,
      actorId: author.id,
    });
  });

  it("is an author's for own posts, an editor's for all", async () => {
    const post = await aPost(author);
    expect(await updatePost(await anEditor(), { postId: post.id, title: "By the editor" })).toMatchObject({
      title: "By the editor",
      authorId: author.id,
    });
    await expect(updatePost(visitor, { postId: post.id, title: "x" })).rejects.toMatchObject({ status: 401 });
    await expect(updatePost(await anActor("SUBSCRIBER"), { postId: post.id, title: "x" })).rejects.toMatchObject({
      status: 403,
    });
    // Another author's post looks like a missing one.
    const [foreign, none] = [
      await refusal(updatePost(await anAuthor(), { postId: post.id, title: "x" })),
      await refusal(updatePost(author, { postId: 9999, title: "x" })),
    ];
    expect(foreign).toMatchObject({ status: 404, message: none.message });
    expect((await storedPost(post.id)).title).toBe("By the editor");
  });

  it("needs the title", async () => {
    const post = await aPost(author);
    expect(await faults(updatePost(author, { postId: post.id } as never))).toEqual(["title required"]);
  });

  it("that fails in its last step leaves everything as it was", async () => {
    const before = await aFullPost();
    const [row, events] = [await storedPost(before.id), await eventCount()];
    await refusal(
      updatePost(author, {
        postId: before.id,
        title: "New",
        slug: "new",
        originalContent: "New",
        categoryIds: null,
        tagIds: [99],
      }),
    );
    await refusal(
      updatePost(author, {
        postId: before.id,
        title: "New",
        slug: "new",
        categoryIds: null,
        tagIds: null,
        metas: [{ key: "a", postId: before.id + 1 }],
      }),
    );
    expect(await storedPost(before.id)).toEqual(row);
    expect(await eventCount()).toBe(events);
    expect(await stored().select().from(postTags)).toHaveLength(1);
    expect(await stored().select().from(postCategories)).toHaveLength(1);
    expect(await stored().select().from(postMetas)).toHaveLength(1);
  });

  it("with a taken address is refused", async () => {
    const [post, other] = [await aPost(author, { slug: "mine" }), await aPost(author, { slug: "theirs" })];
    expect(await refusal(updatePost(author, { postId: post.id, title: "x", slug: other.slug }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug", code: "taken" }] },
    });
    // It keeps its own address.
    expect(await updatePost(author, { postId: post.id, title: "x", slug: "mine" })).toMatchObject({ slug: "mine" });
  });
});
