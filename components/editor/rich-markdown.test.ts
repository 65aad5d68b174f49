import { isDeepStrictEqual } from "node:util";
import { tests } from "commonmark-spec";
import { describe, expect, it } from "vitest";
import { render } from "../../lib/text/markdown/render";
import { markdownSourceOf, richSourceOf } from "./rich-convert";
import { lossesBetween } from "./losses";
import { article } from "./rich-samples";

const rendered = async (editorType: "MARKDOWN" | "RICHTEXT", originalContent: string) =>
  (await render({ editorType, originalContent, keepRaw: false })).html;

/** Examples with the same address in other signs: `%60` instead of a backtick. */
const different = [344];

const nothing = { elements: [], isWordsDifferent: false };

describe("rich text in Markdown", () => {
  it("keeps an article", async () => {
    const before = await rendered("MARKDOWN", article);
    const markdown = markdownSourceOf(richSourceOf(before));
    expect(markdown).toContain("## Heading *two* `x`");
    expect(markdown).toContain("- [x] done");
    expect(markdown).toContain("| :- | -: |");
    expect(markdown).toContain('![alone](/uploads/a.png "Caption here")');
    expect(markdown).toContain("> [!WARNING]\n> First **of** them\n>\n> - and a list");
    expect(markdown).toContain('```ts title="tide.ts" {2,4-5}\nconst a = 1;');
    expect(markdown).toContain("```js {1}\nmarked();");
    expect(markdown).toContain('![One](/uploads/a.png "First")\n![Two](/uploads/b.png)');
    expect(lossesBetween(before, await rendered("MARKDOWN", markdown))).toEqual(nothing);
  });

  it("keeps what readers see of the examples of CommonMark", async () => {
    const failed: number[] = [];
    for (const { markdown, number } of tests) {
      const before = await rendered("MARKDOWN", markdown);
      const after = await rendered("MARKDOWN", markdownSourceOf(richSourceOf(before)));
      if (!isDeepStrictEqual(lossesBetween(before, after), nothing)) failed.push(number);
    }
    expect(failed).toEqual(different);
  });
});
