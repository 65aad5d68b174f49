import { beforeEach, expect, it } from "vitest";
import { createPost } from "../../writing/posts/mutations";
import { listPosts } from "../../writing/posts/queries";
import { anAuthor, anEditor, visitor } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import { mergeTags } from "./merging";
import { createTag } from "./mutations";
import { listTags } from "./queries";

beforeEach(freshDatabase);

async function threeTags() {
  const editor = await anEditor();
  const [a, b, c] = [
    (await createTag(editor, { name: "a" })).id,
    (await createTag(editor, { name: "b" })).id,
    (await createTag(editor, { name: "c" })).id,
  ];
  return { editor, a, b, c };
}

it("moves the posts to the remaining tag, once each, and deletes the others", async () => {
  const { editor, a, b, c } = await threeTags();
  const make = (tagIds: number[]) => createPost(editor, { title: "A post", status: "PUBLISHED", tagIds });
  const [one, both] = [await make([a]), await make([b, c, a])];
  const merged = await mergeTags(editor, { tagId: c, items: [a, b] });
  expect(merged).toMatchObject({ id: c, name: "c", postCount: 2 });
  const { items } = await listPosts(editor, {});
  expect(items.find((post) => post.id === one.id)?.tagIds).toEqual([c]);
  expect(items.find((post) => post.id === both.id)?.tagIds).toEqual([c]);
  expect((await listTags(editor, {})).items.map((tag) => tag.id)).toEqual([c]);
});

it("changes nothing where a tag is not there, or would be merged into itself", async () => {
  const { editor, a, b } = await threeTags();
  const post = await createPost(editor, { title: "A post", tagIds: [a] });
  await expect(mergeTags(editor, { tagId: b, items: [a, 999_999] })).rejects.toMatchObject({ code: "not_found" });
  await expect(mergeTags(editor, { tagId: 999_999, items: [a] })).rejects.toMatchObject({ code: "not_found" });
  await expect(mergeTags(editor, { tagId: a, items: [a, b] })).rejects.toMatchObject({ code: "invalid" });
  await expect(mergeTags(editor, { tagId: a, items: [] })).rejects.toMatchObject({ code: "invalid" });
  expect((await listTags(editor, {})).total).toBe(3);
  expect((await listPosts(editor, {})).items.find((each) => each.id === post.id)?.tagIds).toEqual([a]);
});

it("is for editors", async () => {
  const { a, b } = await threeTags();
  await expect(mergeTags(await anAuthor(), { tagId: a, items: [b] })).rejects.toMatchObject({ code: "forbidden" });
  await expect(mergeTags(visitor, { tagId: a, items: [b] })).rejects.toMatchObject({ code: "unauthenticated" });
});
