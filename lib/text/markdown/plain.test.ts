import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords, excerptOf } from "../plain";
import { render } from "./render";

describe("the plain text", () => {
  it("has spaces between blocks, none inside words, and no script", async () => {
    const { text } = await render({
      editorType: "RICHTEXT",
      originalContent:
        "<h1>A</h1><p>b<b>c</b>\n\n d<br>e</p><ul><li>f</li><li>g</li></ul><script>x</script><ruby>漢<rt>kan</rt></ruby>",
      keepRaw: false,
    });
    expect(text).toBe("A bc d e f g 漢");
  });
});

describe("countWords", () => {
  it.each([
    ["", 0],
    ["Hello, world!", 2],
    ["it's a well-known fact", 4],
    ["你好，世界。", 4],
    ["Next.js 的路由 v16", 5],
    ["ひらがなとカタカナー", 10],
    ["한국어 단어", 5],
    ["— … 😀", 0],
    ["Привет мир", 2],
  ])("counts %j as %i", (text, count) => expect(countWords(text)).toBe(count));
});

describe("excerptOf", () => {
  it("is the whole text when that is short enough", () => {
    expect(excerptOf("short")).toBe("short");
    expect(excerptOf("字".repeat(150))).toBe("字".repeat(150));
  });

  it("cuts between words", () => {
    const text = "word ".repeat(40).trim();
    expect(excerptOf(text)).toBe(`${"word ".repeat(30).trim()}…`);
    expect(excerptOf(`abc${text}`)).toBe(`abc${"word ".repeat(29).trim()}…`);
  });

  it("cuts anywhere where there are no spaces, but never inside a character", () => {
    expect(excerptOf("字".repeat(151))).toBe(`${"字".repeat(150)}…`);
    expect(excerptOf("😀".repeat(200))).toBe(`${"😀".repeat(150)}…`);
    expect(excerptOf("x".repeat(200))).toBe(`${"x".repeat(150)}…`);
  });

  it("is a beginning of the text of at most 150 code points", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const excerpt = excerptOf(text);
        expect(text.startsWith(excerpt.replace(/…$/, ""))).toBe(true);
        expect(Array.from(excerpt).length).toBeLessThanOrEqual(151);
      }),
    );
  });
});
