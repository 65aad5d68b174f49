import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { render } from "./render";

const markdown = (originalContent: string) => render({ editorType: "MARKDOWN", originalContent, keepRaw: false });
const richText = (originalContent: string) => render({ editorType: "RICHTEXT", originalContent, keepRaw: false });
const kept = (content: string) => render({ editorType: "MARKDOWN", originalContent: "", content, keepRaw: true });

const words = fc.constantFrom(
  "a",
  "标题",
  "Ünï",
  "x y",
  "t-a",
  "#",
  "1",
  "&amp;",
  "<",
  "\\",
  "😀",
  "http://a.b",
  "www.a.bc",
  "a@b.cd",
  "\u0000",
  "\uD800",
);
const markdownPiece = fc.oneof(
  words,
  fc.constantFrom(
    "# ",
    "## ",
    "- ",
    "1. ",
    "> ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "```js\n",
    "```",
    "|",
    "|-|\n",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](#a)",
    "](#t-a)",
  ),
  fc.constantFrom(
    "[^1]",
    "[^1]: ",
    "- [ ] ",
    "- [x] ",
    "---",
    "===",
    ":::note\n",
    ":::\n",
    "> [!TIP]\n",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "<!--",
    "-->",
    "<table>",
    "<td>",
    "<a name=a>",
    "<h2 id=a>",
  ),
);
const markdownText = fc.array(markdownPiece, { maxLength: 40 }).map((pieces) => pieces.join(""));

const tag = fc.constantFrom(
  ..."a b p div span table tr td th ul ol li h1 h2 pre code details summary img input iframe video section blockquote font form script style svg math textarea select option template noscript button label sup dl dd dt center nav body html".split(
    " ",
  ),
);
const attribute = fc.constantFrom(
  "",
  ' id="a"',
  ' id="t-a"',
  ' name="a"',
  ' href="#a"',
  ' href="javascript:x"',
  ' class="anchor"',
  ' class="language-js"',
  ' class="tok-a x"',
  ' class="table-scroll"',
  ' src="//player.vimeo.com/1"',
  ' src="https://x.y/z"',
  ' type="checkbox"',
  ' class="task-list-item"',
  " data-footnote-ref",
  " data-footnotes",
  ' onclick="x"',
  ' style="x"',
  ' data-checked="true"',
  ' align="left"',
);
const htmlPiece = fc.oneof(
  words,
  fc.constant("\n"),
  fc.tuple(tag, attribute).map(([name, value]) => `<${name}${value}>`),
  tag.map((name) => `</${name}>`),
);
const htmlText = fc.array(htmlPiece, { maxLength: 30 }).map((pieces) => pieces.join(""));
const anything = fc.string({ unit: "binary", maxLength: 300 });

const runs = { numRuns: 300 };

describe("rendering any text", () => {
  it("never throws", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(markdownText, htmlText, anything), async (text) => {
        for (const rendering of [markdown, richText, kept]) expect((await rendering(text)).html).toBeTypeOf("string");
      }),
      runs,
    );
  });

  it("gives the same HTML when its HTML is rendered again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(markdownText, htmlText), async (text) => {
        const once = await markdown(text);
        const twice = await kept(once.html);
        expect(twice.html).toBe((await kept(twice.html)).html);
        expect(twice.html).toBe(once.html);
      }),
      runs,
    );
  });

  it("gives the same HTML, headings and words when rich text is rendered again", async () => {
    await fc.assert(
      fc.asyncProperty(htmlText, async (text) => {
        const once = await richText(text);
        expect(await richText(once.html)).toEqual(once);
      }),
      runs,
    );
  });
});
