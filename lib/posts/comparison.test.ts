import { assert, property, string } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { anAuthor, anEditor, visitor } from "../testing/actors";
import { aPost, refusal } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { changesBetween, getPostRevisionDiff } from "./comparison";
import { updatePost } from "./mutations";
import { listPostRevisions } from "./revisions";

describe("what leads from one text to another", () => {
  const sides = (before: string, after: string, timeout?: number) => {
    const changes = changesBetween(before, after, timeout);
    const side = (other: string) => changes.filter(({ kind }) => kind !== other).map(({ text }) => text).join("");
    return [side("added"), side("removed")];
  };

  it("names the lines", () => {
    expect(changesBetween("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual([
      { kind: "same", lines: 1, text: "a\n" },
      { kind: "removed", lines: 1, text: "b\n" },
      { kind: "added", lines: 1, text: "B\n" },
      { kind: "same", lines: 1, text: "c\n" },
      { kind: "added", lines: 1, text: "d\n" },
    ]);
    expect([changesBetween("", ""), changesBetween("", "x"), changesBetween("x", "")]).toEqual([[], [{ kind: "added", lines: 1, text: "x" }], [{ kind: "removed", lines: 1, text: "x" }]]);
  });

  it("holds both texts, whatever they are", () => {
    const text = string({ unit: "grapheme" }).map((value) => value.replaceAll("a", "\n"));
    assert(property(text, text, (before, after) => void expect(sides(before, after)).toEqual([before, after])));
  });

  it("is one text for the other where comparing would take too long", () => {
    const lines = (letter: string) => Array.from({ length: 20_000 }, (_, i) => `${letter}${i}`).join("\n");
    const [before, after] = [lines("a"), lines("b")];
    const begun = performance.now();
    expect(changesBetween(before, after, 20).map(({ kind, lines: count }) => [kind, count])).toEqual([["removed", 20_000], ["added", 20_000]]);
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(sides(before, after, 20)).toEqual([before, after]);
  });
});

describe("an earlier text", () => {
  beforeEach(async () => void (await freshDatabase()));

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
      changes: [{ kind: "same", text: "one\n" }, { kind: "removed", text: "two\n" }, { kind: "added", lines: 2, text: "2\nthree\n" }],
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
