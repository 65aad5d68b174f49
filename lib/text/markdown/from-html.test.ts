import { expect, it } from "vitest";
import { render } from "./render";
import { depthOf, markdownFromHtml } from "./from-html";
import { commentFromHtml } from "./comment-from-html";
import { parseHtml, TreeTooLarge } from "../html/parse-html";

it.each([
  ["<h2>A</h2><p>b <strong>c</strong></p>", "## A\n\nb **c**"],
  ["<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
  [
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "| a | b |\n| - | - |\n| 1 | 2 |",
  ],
  ['<pre><code class="language-js">a &lt; b</code></pre>', "```js\na < b\n```"],
  ["<p>H<sub>2</sub>O</p>", "H<sub>2</sub>O"],
  ["<p>a</p><script>x</script>", "a"],
  ['<p><img src="https://e.example/a.png" alt="A"></p>', "![A](https://e.example/a.png)"],
])("says %s in Markdown", (html, markdown) => {
  expect(markdownFromHtml(html)).toBe(markdown);
});

it.each([
  [
    "merged cells",
    '<table><tbody><tr><td colspan="2">a</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
    'colspan="2"',
  ],
  ["details", "<details><summary>a</summary><p>b</p>\n\n<p>c</p></details>", "<summary>a</summary>"],
  [
    "a picture with a caption",
    '<figure><img src="https://e.example/a.png" alt=""><figcaption>b</figcaption></figure>',
    "<figcaption>b</figcaption>",
  ],
  ["a player", '<iframe src="https://www.youtube-nocookie.com/embed/a"></iframe>', "youtube-nocookie.com/embed/a"],
  ["an alignment", '<p class="align-center">a</p>', 'class="align-center"'],
])("keeps %s as HTML, and shows it", async (_name, html, kept) => {
  const markdown = markdownFromHtml(`<p>before</p>${html}<p>after</p>`) ?? "";
  expect(markdown).toContain(kept);
  expect(markdown).not.toMatch(/<[^>]*>[^]*\n\s*\n[^]*<\/(?:details|figure|table)>/);
  const { html: shown } = await render({ editorType: "MARKDOWN", originalContent: markdown, keepRaw: false });
  expect(shown).toContain(kept);
  expect(shown).toContain("<p>after</p>");
});

it("leaves what is nested too deeply", () => {
  expect(depthOf("<div><br><p>x</p></div>")).toBe(2);
  expect(markdownFromHtml("<div>".repeat(100_000))).toBeNull();
});

// Formatting that was never closed is opened again in each paragraph: 40 KB make millions of elements.
const repeated = `<p>${Array.from({ length: 150 }, (_, i) => `<b i=${i}>`).join("")}</p>${"<p>a</p>".repeat(5000)}`;
const deep = "<div></x>".repeat(5000);

it("leaves HTML whose tree outgrows its text", () => {
  expect(markdownFromHtml(repeated)).toBeNull();
  expect(markdownFromHtml(deep)).toBeNull();
  expect(commentFromHtml(`<p>${"<b>a</b>".repeat(10_000)}</p>`)).toBe("a".repeat(10_000));
  expect(() => parseHtml(repeated)).toThrow(TreeTooLarge);
  expect(() => parseHtml(deep)).toThrow(TreeTooLarge);
});

it("refuses to render such HTML", async () => {
  for (const originalContent of [repeated, deep])
    await expect(render({ editorType: "RICHTEXT", originalContent, keepRaw: false })).rejects.toMatchObject({
      extra: { errors: [{ code: "too_complex" }] },
    });
});
