import { beforeEach, describe, expect, it } from "vitest";
import { type Actor } from "../../../core/access";
import { anAuthor } from "../../../testing/actors";
import { storedPost } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createPost } from "./mutations";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

describe("a post's text", () => {
  it("is rendered from Markdown, sanitised, and the source stays as it was", async () => {
    const originalContent =
      "Hello **world** <script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))";
    const post = await createPost(author, { title: "x", originalContent, content: "<p>ignored</p>" });
    expect(post.originalContent).toBe(originalContent);
    expect(post.content).toContain("<strong>world</strong>");
    expect(post.content).not.toMatch(/script|onerror|ignored/);
  });

  it("as rich text is sanitised", async () => {
    const originalContent = '<p onclick="x()">Rich <b>text</b><iframe src="https://evil.example"></iframe></p>';
    const post = await createPost(author, { title: "x", editorType: "RICHTEXT", originalContent });
    expect(post).toMatchObject({ originalContent, editorType: "RICHTEXT" });
    expect(post.content).toContain("<b>text</b>");
    expect(post.content).not.toMatch(/onclick|iframe/);
  });

  it("with keepRaw is the given content, sanitised all the same", async () => {
    const post = await createPost(author, {
      title: "x",
      originalContent: "*source*",
      content: '<p class="x">Kept <em>raw</em></p><script>alert(1)</script>',
      keepRaw: true,
    });
    expect(post).toMatchObject({ originalContent: "*source*", keepRaw: true });
    expect(post.content).toContain("<em>raw</em>");
    expect(post.content).not.toMatch(/script|source/);
  });

  it("given without a source is kept raw", async () => {
    const post = await createPost(author, { title: "x", content: "<p>Only HTML</p>" });
    expect(post).toMatchObject({ originalContent: "", keepRaw: true });
    expect(post.content).toContain("Only HTML");
  });

  it("gives the excerpt and the number of words", async () => {
    const post = await createPost(author, {
      title: "x",
      originalContent: `# 标题\n\n${"word ".repeat(200)}`,
      status: "PUBLISHED",
    });
    const row = await storedPost(post.id);
    expect(row.wordCount).toBe(202);
    expect([...row.excerpt].length).toBeLessThanOrEqual(151);
    expect(post.summary).toBe("");
  });
});
