import { beforeEach, describe, expect, it } from "vitest";
import { anAuthor, anEditor, visitor } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import { createPost } from "./mutations";
import { findPosts } from "./selection";

beforeEach(freshDatabase);

describe("what the palette finds", () => {
  it("are titles first, the closest before the others, then texts", async () => {
    const editor = await anEditor();
    const make = (title: string, originalContent = "") =>
      createPost(editor, { title, originalContent, status: "PUBLISHED" });
    await make("Tide");
    await make("Tidewater");
    await make("High tide");
    await make("Ebbtide");
    for (let i = 0; i < 12; i += 1) await make(`Letter ${i}`, "All of them write about the tide.");
    const found = async (keyword: string) => (await findPosts(editor, { keyword })).map(({ title }) => title);
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
    expect((await findPosts(author, { keyword: "tide" })).map(({ title }) => title)).toEqual(["Own tide"]);
    await expect(findPosts(visitor, { keyword: "tide" })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
