import { describe, expect, it } from "vitest";
import { render } from "../../lib/text/markdown/render";
import { fileHtml, fileMarkup, inBrackets, linkMarkup, titledLink } from "./file-markup";

const url = "/uploads/2026/11/0123456789abcdef/a.jpg";
const picture = { url, altText: "", name: "a.jpg", mediaType: "image/jpeg" };
const html = async (originalContent: string, editorType: "MARKDOWN" | "RICHTEXT" = "MARKDOWN") =>
  (await render({ editorType, originalContent, keepRaw: false })).html;

describe("a file in a text", () => {
  it("is a picture with its words and caption, or a link by its name", () => {
    expect(fileMarkup(picture)).toBe(`![](${url})`);
    expect(fileMarkup({ ...picture, altText: "Fog", caption: "Before noon" })).toBe(`![Fog](${url} "Before noon")`);
    expect(fileMarkup({ ...picture, name: "plan.pdf", mediaType: "application/pdf" })).toBe(`[plan.pdf](${url})`);
  });

  it.each(['a ] b [c](d) "e" \\', "![x](y)", "<script>alert(1)</script>", "two\n\nparagraphs", "* _ ` $"])(
    "shows %j as it was written, in Markdown and in HTML",
    async (said) => {
      const shown = { ...picture, altText: said, caption: said };
      for (const [source, kind] of [
        [fileMarkup(shown), "MARKDOWN"],
        [fileHtml(shown), "RICHTEXT"],
      ] as const) {
        const written = await html(source, kind);
        expect(written.match(/<img\b/g)).toHaveLength(1);
        expect(written).not.toMatch(/<script|<a\b/);
        const [, alt = ""] = /\balt="([^"]*)"/.exec(written) ?? [];
        expect(alt.length).toBeGreaterThan(0);
      }
    },
  );
});

describe("a link in a text", () => {
  const to = "/archives/tides";

  it.each([
    "Tides\\](https://elsewhere.example/) ",
    "![x](https://elsewhere.example/y.png)",
    '<a href="https://elsewhere.example/">Tides</a>',
    "https://elsewhere.example/",
    "**Tides** $x$ `y` \\",
    "[[Tides]]",
  ])("shows the title %j as it was written, and leads nowhere else", async (title) => {
    const written = await html(titledLink(to, title));
    expect(written.match(/<(?:a|img)\b[^>]*/g)).toEqual([`<a href="${to}"`]);
    expect(written).not.toMatch(/<(?!\/?(?:p|a)\b)/);
  });

  it.each(["Tides", "*Tides*", "a [b] c", "a \\[b\\] c", "Tides\\", "Tides\\](https://elsewhere.example/) "])(
    "ends behind the words %j, which may be Markdown",
    async (words) => {
      expect((await html(linkMarkup(to, words))).match(/href="[^"]*"/g)).toEqual([`href="${to}"`]);
    },
  );

  it.each(["[Tides](/elsewhere)", "![x](/elsewherey.png)", "\\\\[x](/elsewhere)"])(
    "leaves the words %j, which begin no other link",
    async (words) => {
      expect(await html(inBrackets(words))).not.toMatch(/<(?:a|img)\b/);
    },
  );
});
