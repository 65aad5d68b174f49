import { getSchema } from "@tiptap/core";
import { tests } from "commonmark-spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../lib/testing/cost";
import { render } from "../../lib/text/markdown/render";
import { parseHtml } from "../../lib/text/html/parse-html";
import { docOf } from "./rich-from-html";
import { richSchema } from "./rich-schema";
import { lossesBetween } from "./losses";
import { article } from "./rich-samples";
import { htmlOf } from "./rich-to-html";

const schema = getSchema(richSchema);

const rendered = async (editorType: "MARKDOWN" | "RICHTEXT", originalContent: string) =>
  (await render({ editorType, originalContent, keepRaw: false })).html;

/** The source that rich text keeps of HTML. */
function throughEditor(html: string): string {
  const doc = schema.nodeFromJSON(docOf(parseHtml(html)));
  doc.check();
  return htmlOf(doc);
}

const nothing = { elements: [], isWordsDifferent: false };

describe("what rich text keeps of a text", () => {
  it("is all of an article, to the letter", async () => {
    const before = await rendered("MARKDOWN", article);
    expect(await rendered("RICHTEXT", throughEditor(before))).toBe(before);
  });

  it("is what readers see of every example of CommonMark", async () => {
    for (const { markdown, number } of tests) {
      const before = await rendered("MARKDOWN", markdown);
      const after = await rendered("RICHTEXT", throughEditor(before));
      expect({ number, ...lossesBetween(before, after) }).toEqual({ number, ...nothing });
    }
  });

  it("stays the same when it is opened again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (markdown) => {
        const source = throughEditor(await rendered("MARKDOWN", markdown));
        expect(throughEditor(source)).toBe(source);
        expect(throughEditor(await rendered("RICHTEXT", source))).toBe(source);
      }),
    );
  });

  it.each(["em", "code", "sup", "span", "q"])("is kept at once where elements are within each other: %s", (tag) => {
    const { cost } = costOf(() => throughEditor(`<p>${`<${tag}>`.repeat(90)}a${`</${tag}>`.repeat(90)}</p>`));
    expect(cost).toBeLessThan(2_000);
  });

  it("is a table as it is written where its cells span more than the editor can hold", () => {
    const typeOf = (html: string) => docOf(parseHtml(html)).content?.[0]?.type;
    for (const [span, type] of [
      ['colspan="100" rowspan="100"', "table"],
      ['colspan="101"', "rawBlock"],
      ['rowspan="1000000000"', "rawBlock"],
      ['colspan="0"', "rawBlock"],
    ] as const) {
      const html = `<table><tbody><tr><td ${span}>a</td></tr></tbody></table>`;
      expect([span, typeOf(html)]).toEqual([span, type]);
      expect(throughEditor(html)).toContain(span);
    }
  });
});
