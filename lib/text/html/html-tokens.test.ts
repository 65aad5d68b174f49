import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { absoluteHtml } from "./absolute-html";
import { publishedAttacks } from "./attack-collection";
import { htmlAttacks } from "./attacks";
import { withAttributes } from "./html-tokens";
import { parseHtml } from "./parse-html";
import { render } from "../markdown/render";
import { elementsBelow } from "./write-html";

const base = "https://example.org/posts/one/";

describe("addresses for readers elsewhere", () => {
  it.each([
    ['<a href="/a?b=1&#x26;c=2">/a</a>', '<a href="https://example.org/a?b=1&amp;c=2">/a</a>'],
    [
      '<img src="b.png" srcset="/c.webp 480w, d.webp 960w" alt="src=&#x22;/x&#x22;">',
      '<img src="https://example.org/posts/one/b.png" srcset="https://example.org/c.webp 480w, https://example.org/posts/one/d.webp 960w" alt="src=&#x22;/x&#x22;">',
    ],
    ['<p title=" href=">"/a" href="/b"</p>', '<p title=" href=">"/a" href="/b"</p>'],
    ['<a href="#t-x">x</a>', '<a href="https://example.org/posts/one/#t-x">x</a>'],
    ['<video src="/a" poster="http://[">', '<video src="https://example.org/a" poster="http://[">'],
  ])("%s", (html, absolute) => expect(absoluteHtml(html, base)).toBe(absolute));

  it("change nothing but addresses, whatever the text", async () => {
    const attack = fc
      .array(fc.constantFrom(...htmlAttacks, ...publishedAttacks), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(" "));
    await fc.assert(
      fc.asyncProperty(attack, async (content) => {
        const { html } = await render({ editorType: "MARKDOWN", originalContent: "", content, keepRaw: true });
        const shapeOf = (text: string) =>
          [...elementsBelow(parseHtml(text))].map(({ tagName, properties }) =>
            [tagName, ...Object.keys(properties)].join(),
          );
        expect(shapeOf(absoluteHtml(html, base))).toEqual(shapeOf(html));
        expect(withAttributes(html, () => undefined)).toBe(html);
      }),
      { numRuns: 300 },
    );
  });
});
