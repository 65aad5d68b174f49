import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { anActor, anAdmin, anAuthor, anEditor, visitor } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { submitPostComment } from "../comments/creating";
import { createCategory } from "../taxonomy/categories/mutations";
import { createTag } from "../taxonomy/tags/mutations";
import { createPost } from "../writing/posts/mutations";
import { createSheet } from "../writing/sheets/mutations";
import { findAnything } from "./queries";
import type { FoundKind } from "./schema";

beforeEach(freshDatabase);

const names = async (actor: Actor, keyword: string, kind?: FoundKind) =>
  (await findAnything(actor, { keyword, locale: "en" }))
    .filter((each) => kind === undefined || each.kind === kind)
    .map(({ name }) => name);
const kinds = async (actor: Actor, keyword: string) => [
  ...new Set((await findAnything(actor, { keyword, locale: "en" })).map(({ kind }) => kind)),
];

describe("posts that the palette finds", () => {
  it("are titles first, the closest before the others, then texts", async () => {
    const editor = await anEditor();
    const make = (title: string, originalContent = "") =>
      createPost(editor, { title, originalContent, status: "PUBLISHED" });
    await make("Tide");
    await make("Tidewater");
    await make("High tide");
    await make("Ebbtide");
    for (let i = 0; i < 12; i += 1) await make(`Letter ${i}`, "All of them write about the tide.");
    const found = (keyword: string) => names(editor, keyword, "post");
    expect(await found("tide")).toEqual([
      "Tide",
      "Tidewater",
      "High tide",
      "Ebbtide",
      "Letter 11",
      "Letter 10",
      "Letter 9",
      "Letter 8",
    ]);
    expect(await found(" TIDE ")).toEqual(await found("tide"));
    expect(await found("Letter 3")).toEqual(["Letter 3"]);
    expect(await found("100%")).toEqual([]);
    expect(await found(" ")).toEqual([]);
  });

  it("are an author's own, and nobody else's", async () => {
    const [author, editor] = [await anAuthor(), await anEditor()];
    await createPost(editor, { title: "Tide of others" });
    await createPost(author, { title: "Own tide" });
    expect(await names(author, "tide", "post")).toEqual(["Own tide"]);
    await expect(findAnything(visitor, { keyword: "tide", locale: "en" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("everything else that the palette finds", () => {
  it("is of every kind, the best name first, and only what this person's pages show", async () => {
    const [admin, editor, author, subscriber] = [
      await anAdmin(),
      await anEditor(),
      await anAuthor(),
      await anActor("SUBSCRIBER"),
    ];
    const { id } = await createPost(author, { title: "On mails and letters", status: "PUBLISHED" });
    await createSheet(editor, { title: "Mail" });
    await createTag(editor, { name: "mailbox" });
    await createCategory(editor, { name: "Mailing" });
    await submitPostComment(visitor, { postId: id, author: "Mailo", email: "mailo@example.com", content: "Hello." });
    expect((await kinds(admin, "mail"))[0]).toBe("sheet");
    expect((await kinds(admin, "mail")).sort()).toEqual(
      ["category", "commenter", "post", "setting", "sheet", "tag"].sort(),
    );
    expect((await kinds(editor, "mail")).sort()).toEqual(["category", "commenter", "post", "sheet", "tag"]);
    expect((await kinds(author, "mail")).sort()).toEqual(["category", "post", "tag"]);
    expect(await kinds(subscriber, "mail")).toEqual([]);
    expect(await kinds(admin, admin.name)).toContain("user");
    expect(await kinds(editor, admin.name)).not.toContain("user");
  });

  it("leads to a setting by its name in the person's language, and to others by their text", async () => {
    const admin = await anAdmin();
    const [first] = await findAnything(admin, { keyword: "posts_per_page", locale: "en" });
    expect(first).toMatchObject({ kind: "setting", key: "posts_per_page" });
    const [chinese] = await findAnything(admin, { keyword: "每页", locale: "zh-CN" });
    expect(chinese).toMatchObject({ kind: "setting" });
  });

  it("is bounded", async () => {
    const editor = await anEditor();
    for (let i = 0; i < 12; i += 1) await createTag(editor, { name: `Tag ${i}` });
    expect(await names(editor, "tag", "tag")).toHaveLength(5);
  });
});
