import { beforeEach, describe, expect, it } from "vitest";
import { postTags, tags } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { engine } from "../../../core/operation";
import { getPublicPost } from "../../writing/posts/queries";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { aPost, eventCount, faults, inHours, lastEvent, refusal, refusals } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { createTag, deleteTag, updateTag } from "./mutations";
import { getTag, getTagBySlug, listPublicTags, listTags } from "./queries";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

describe("creating a tag", () => {
  it("needs a name only, and gets the default colour", async () => {
    const tag = await createTag(editor, { name: " C++ & Rust " });
    expect(tag).toEqual({
      id: tag.id,
      name: "C++ & Rust",
      slug: "c-rust",
      url: "/tags/c-rust",
      thumbnail: "",
      color: "#cfd3d7",
      series: false,
      createTime: expect.any(Date),
      postCount: 0,
    });
    expect(await lastEvent()).toMatchObject({
      operation: "createTag",
      subject: `tag:${tag.id}`,
      summary: "C++ & Rust",
      cacheKeys: ["tags"],
    });
  });

  it("keeps every field at its bound", async () => {
    const given = {
      name: "😀".repeat(255),
      slug: "𠮷".repeat(255),
      thumbnail: "/a".repeat(511),
      color: "rgba(255,255,255,0.555)",
    };
    expect(await createTag(editor, given)).toMatchObject(given);
  });

  it("is answered with a colour, whatever a restored database holds in its place", async () => {
    const { id } = await createTag(editor, { name: "x", color: "#123456" });
    const post = await aPost(undefined, { tagIds: [id] });
    const color = "red);position:fixed;inset:0;background:(red";
    await engine().transaction(
      (db) => db.update(tags).set({ color }),
      () => null,
    );
    expect(await getTag(editor, { tagId: id })).toMatchObject({ color: "#cfd3d7" });
    expect((await getPublicPost(visitor, { postId: post.id })).tags).toMatchObject([{ color: "#cfd3d7" }]);
  });

  it.each([
    [undefined, "#cfd3d7"],
    [null, "#cfd3d7"],
    ["", "#cfd3d7"],
    ["   ", "#cfd3d7"],
    [" Red ", "Red"],
  ])("of colour %j gets %s", async (color, expected) =>
    expect((await createTag(editor, { name: "x", color })).color).toBe(expected),
  );

  it.each([
    ["École", "École"],
    ["École", "école"],
    ["News", "nEWS"],
    ["E\u0301cole", "École"],
    ["Жук", "жуК"],
  ])("%s refuses %s, naming the field", async (first, second) => {
    await createTag(editor, { name: first });
    expect(await refusal(createTag(editor, { name: second }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "name", code: "taken" }] },
    });
    expect((await listTags(editor, {})).total).toBe(1);
  });

  it("by ten at once with one name makes one", async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => createTag(editor, { name: "Same" })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const error of refusals(results)) expect(error).toMatchObject({ status: 409 });
  });

  it("makes an address of the name, or takes the given one unless it is taken", async () => {
    expect([
      (await createTag(editor, { name: "C#" })).slug,
      (await createTag(editor, { name: "C++" })).slug,
      (await createTag(editor, { name: "标签" })).slug,
      (await createTag(editor, { name: "!" })).slug,
    ]).toEqual(["c", "c-2", "标签", "tag"]);
    expect(await refusal(createTag(editor, { name: "x", slug: "C" }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug" }] },
    });
  });

  it("is an EDITOR's, as every change is", async () => {
    const { id } = await createTag(editor, { name: "x" });
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
      [await anAuthor(), 403],
    ] as const)
      for (const work of [
        () => createTag(actor, { name: "y" }),
        () => updateTag(actor, { tagId: id, name: "y" }),
        () => deleteTag(actor, { tagId: id }),
      ])
        await expect(work()).rejects.toMatchObject({ status });
    expect((await listTags(editor, {})).items.map(({ name }) => name)).toEqual(["x"]);
  });
});

describe("updating a tag", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = await createTag(editor, { name: "x", slug: "here", thumbnail: "/a.png", color: "red" });
    expect(await updateTag(editor, { tagId: before.id, name: "y" })).toEqual({ ...before, name: "y" });
    expect(
      await updateTag(editor, { tagId: before.id, name: "New name", slug: null, thumbnail: null, color: null }),
    ).toMatchObject({ slug: "new-name", thumbnail: "", color: "#cfd3d7" });
  });

  it("may change the case of its own name, not to another's; a refusal leaves it as it was", async () => {
    const [one, two] = [await createTag(editor, { name: "One" }), await createTag(editor, { name: "Two" })];
    expect(await updateTag(editor, { tagId: one.id, name: "ONE" })).toMatchObject({ name: "ONE" });
    const events = await eventCount();
    expect(await refusal(updateTag(editor, { tagId: two.id, name: "one", color: "red" }))).toMatchObject({
      status: 409,
    });
    expect(await refusal(updateTag(editor, { tagId: two.id, name: "Three", slug: "one" }))).toMatchObject({
      status: 409,
    });
    await expect(updateTag(editor, { tagId: 99, name: "x" })).rejects.toMatchObject({ status: 404 });
    expect(await getTag(editor, { tagId: two.id })).toEqual(two);
    expect(await eventCount()).toBe(events);
  });

  it("makes what shows it stale", async () => {
    const { id } = await createTag(editor, { name: "x" });
    const heard: (readonly string[])[] = [];
    const stop = subscribe((event) => heard.push(event.cacheKeys));
    await updateTag(editor, { tagId: id, name: "y" });
    stop();
    expect(heard).toEqual([["tags"]]);
  });
});

describe("deleting a tag", () => {
  it("keeps its posts", async () => {
    const [tag, other] = [await createTag(editor, { name: "x" }), await createTag(editor, { name: "y" })];
    const post = await aPost(undefined, { tagIds: [tag.id, other.id] });
    expect(await deleteTag(editor, { tagId: tag.id })).toBeUndefined();
    expect((await getPublicPost(visitor, { postId: post.id })).tags.map(({ name }) => name)).toEqual(["y"]);
    expect(await stored().select().from(postTags)).toHaveLength(1);
    expect(await stored().select().from(tags)).toHaveLength(1);
    await expect(deleteTag(editor, { tagId: tag.id })).rejects.toMatchObject({ status: 404 });
  });
});

describe("reading tags", () => {
  it("is for anyone, by name; hidden posts are not counted", async () => {
    const [b, a] = [await createTag(editor, { name: "B" }), await createTag(editor, { name: "A" })];
    await aPost(undefined, { tagIds: [a.id, b.id] });
    await aPost(undefined, { tagIds: [a.id], password: "listed all the same" });
    for (const hidden of [
      { status: "DRAFT" },
      { status: "INTIMATE" },
      { status: "INTIMATE", password: "x" },
      { status: "RECYCLE" },
      { createTime: inHours(1) },
    ] as const)
      await aPost(undefined, { tagIds: [a.id], ...hidden });
    for (const list of [(await listPublicTags(visitor, {})).items, (await listTags(await anAuthor(), {})).items])
      expect(list.map(({ name, postCount }) => [name, postCount])).toEqual([
        ["A", 2],
        ["B", 1],
      ]);
    expect(await getTagBySlug(visitor, { slug: "a" })).toMatchObject({ id: a.id, postCount: 2 });
    await expect(getTagBySlug(visitor, { slug: "none" })).rejects.toMatchObject({ status: 404 });
    await expect(getTag(editor, { tagId: 99 })).rejects.toMatchObject({ status: 404 });
    await expect(listTags(visitor, {})).rejects.toMatchObject({ status: 401 });
    expect(await faults(getTagBySlug(visitor, { slug: "a\0" }))).toEqual(["slug wrong_format"]);
  });
});
