import { describe, expect, it } from "vitest";
import { blankPost } from "../../lib/features/writing/posts/blank";
import { postForm } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";
import { render } from "../../lib/text/markdown/render";
import { beginningOf, blankFields, fieldsOf, followsTitle, sameFields, sentFields, titleOf } from "./edits";

const blank = blankPost();
const emptyFields = blankFields(blank);

describe("a post on screen", () => {
  it("has an address that follows its title until somebody chooses one", () => {
    expect(["the-tide", "the-tide-2", "post", "post-3"].map((slug) => followsTitle(slug, "The Tide!"))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(followsTitle("潮汐", "潮汐")).toBe(true);
    expect(followsTitle("chosen", "The Tide")).toBe(false);
  });

  it("sends an empty address as one to be made, and no date where none was chosen", () => {
    expect(sentFields(emptyFields)).toMatchObject({ slug: null, title: "" });
    expect(sentFields(emptyFields)).not.toHaveProperty("createTime");
    expect(sentFields(emptyFields)).not.toHaveProperty("visibility");
    expect(sentFields({ ...emptyFields, slug: "a", createTime: "2026-11-18T08:00:00.000Z" })).toMatchObject({
      slug: "a",
      createTime: "2026-11-18T08:00:00.000Z",
    });
  });

  it("is blank as the columns' defaults say, and each field of its kind", () => {
    expect(emptyFields).toMatchObject({
      title: "",
      createTime: "",
      disallowComment: false,
      topPriority: 0,
      tagIds: [],
      visibility: "PUBLISHED",
    });
    expect(postForm.safeParse({ ...sentFields(emptyFields), title: "Tides" }).error).toBeUndefined();
  });

  it("shows every field that the operations take, as the post has it", () => {
    const ownWay = ["content", "originalContent", "keepRaw", "editorType", "status"];
    const taken = Object.keys(postForm.shape).filter((name) => !ownWay.includes(name));
    expect(Object.keys(emptyFields).toSorted()).toEqual([...taken, "mailFollowers", "visibility"].toSorted());
    const form = {
      ...emptyFields,
      title: "Tides",
      slug: "on-tides",
      summary: "Short.",
      tagIds: [1],
      metaKeywords: "a, b",
    };
    const post = {
      ...form,
      id: 1,
      status: "PUBLISHED",
      createTime: new Date("2026-11-18T08:00:00.000Z"),
      publishedTime: new Date(),
      metas: [{ key: "k", value: "v", postId: 1 }],
    } as unknown as Post;
    expect(fieldsOf(post, { blank, untitled: "Untitled" })).toEqual({
      ...form,
      createTime: "2026-11-18T08:00:00.000Z",
      metas: [{ key: "k", value: "v" }],
    });
  });

  it("is called by its first words while it has no title", () => {
    expect(
      titleOf({ title: " ", originalContent: "\n## **The** hour\nmore", editorType: "MARKDOWN" }, "Untitled"),
    ).toBe("The hour");
    expect(titleOf({ title: "", originalContent: " \n", editorType: "MARKDOWN" }, "Untitled")).toBe("Untitled");
    expect([...titleOf({ title: "", originalContent: "潮".repeat(99), editorType: "MARKDOWN" }, "")]).toHaveLength(61);
    const html = "<h2>The <em>tide</em> &amp; us</h2>\n<p>more</p>";
    expect(titleOf({ title: "", originalContent: html, editorType: "RICHTEXT" }, "")).toBe("The tide & us");
    expect(titleOf({ title: "Mine", originalContent: "x", editorType: "MARKDOWN" }, "")).toBe("Mine");
  });

  it("knows whether two forms say the same", () => {
    expect(sameFields(emptyFields, { ...emptyFields, tagIds: [] })).toBe(true);
    expect(sameFields(emptyFields, { ...emptyFields, tagIds: [1] })).toBe(false);
  });
});

describe("the beginning of a text, for what search engines show", () => {
  const source =
    '# Title\n\n![A](/a.png "C")\n\n> [!NOTE]\n> Bring a **coat**, or [two](https://example.org/a_b).\n\n```js\ncode()\n```\n\n- item\n\nIt `rains`.';

  it("is its words alone in Markdown", () => {
    expect(beginningOf({ originalContent: source, editorType: "MARKDOWN" }, 300)).toBe(
      "Bring a coat, or two. It rains.",
    );
  });

  it("is its words alone in rich text", async () => {
    const originalContent = (await render({ originalContent: source, editorType: "MARKDOWN", keepRaw: false })).html;
    expect(beginningOf({ originalContent, editorType: "RICHTEXT" }, 300)).toBe("Bring a coat, or two. It rains.");
    expect(beginningOf({ originalContent, editorType: "RICHTEXT" }, 5)).toBe("Bring");
  });
});
