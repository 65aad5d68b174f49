import { beforeEach, expect, it } from "vitest";
import { createCategory } from "../taxonomy/categories/mutations";
import { createPost } from "../writing/posts/mutations";
import { createTag } from "../taxonomy/tags/mutations";
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
    mayManageTaxonomy: false,
    mayManageUsers: false,
    mayEditEveryPost: false,
    posts: { all: 1 },
    categories: 1,
    tags: 1,
  });
  expect(await getShell(editor, {})).toMatchObject({
    mayManageTaxonomy: true,
    mayManageUsers: false,
    mayEditEveryPost: true,
    posts: { all: 2 },
  });
});

it("is for those who write", async () => {
  await expect(getShell(visitor, {})).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(getShell(await anActor("SUBSCRIBER"), {})).rejects.toMatchObject({ code: "forbidden" });
});
