import { beforeEach, expect, it } from "vitest";
import { createCategory } from "../taxonomy/categories/mutations";
import { createPost, deletePost } from "../writing/posts/mutations";
import { tags } from "../../../db/schema";
import { engine } from "../../core/operation";
import { forgetRemembered } from "../../core/remembered";
import { createTag } from "../taxonomy/tags/mutations";
import { abilitiesOf, can } from "../../core/access";
import { anActor, anAuthor, anEditor, visitor } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { getShell } from "./dashboard-queries";

beforeEach(freshDatabase);

it("counts what somebody may see and says what they may do", async () => {
  const [author, editor] = [await anAuthor(), await anEditor()];
  await createTag(editor, { name: "a" });
  await createCategory(editor, { name: "b" });
  await createPost(editor, { title: "Theirs" });
  await createPost(author, { title: "Own" });
  expect(await getShell(author, {})).toMatchObject({
    nickname: author.name,
    counts: { posts: 1, categories: 1, tags: 1 },
  });
  expect(await getShell(editor, {})).toMatchObject({ counts: { posts: 2, sheets: 0, comments: 0 } });
});

it("counts anew after every commit, also of what nobody else sees", async () => {
  const editor = await anEditor();
  const posts = async () => (await getShell(editor, {})).counts.posts;
  expect(await posts()).toBe(0);
  const { id } = await createPost(editor, { title: "A draft", status: "DRAFT" });
  expect(await posts()).toBe(1);
  await deletePost(editor, { postId: id, permanent: false });
  expect(await posts()).toBe(0);
  const time = new Date();
  const other = { name: "Of another process", slug: "other", color: "#cccccc", createTime: time, updateTime: time };
  await engine().transaction(
    async (db) => void (await db.insert(tags).values(other)),
    () => null,
  );
  // As where its commit is noticed.
  forgetRemembered([]);
  expect((await getShell(editor, {})).counts.tags).toBe(1);
});

it("carries the access table: for each role exactly what the table allows it", async () => {
  const [author, editor, admin] = [await anAuthor(), await anEditor(), await anActor("ADMIN")];
  for (const actor of [author, editor, admin]) {
    const { abilities, counts } = await getShell(actor, {});
    expect(abilities).toEqual(abilitiesOf(actor));
    expect(abilities.every((ability) => can(actor, ability))).toBe(true);
    expect("sheets" in counts).toBe(can(actor, "write sheets"));
    expect("users" in counts).toBe(can(actor, "manage users"));
  }
  expect((await getShell(author, {})).abilities).not.toContain("manage comments");
  expect((await getShell(admin, {})).abilities).toEqual(expect.arrayContaining(["manage users", "manage comments"]));
});

it("is for everybody signed in; somebody who only reads sees no numbers", async () => {
  await expect(getShell(visitor, {})).rejects.toMatchObject({ code: "unauthenticated" });
  const { abilities, counts } = await getShell(await anActor("SUBSCRIBER"), {});
  expect(abilities).not.toContain("see the dashboard");
  expect(counts).toEqual({});
});
