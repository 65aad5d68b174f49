import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSlug, numbered } from "./slug";

const unicode = fc.string({ unit: "binary", maxLength: 400 });
const words = fc.string({ unit: "grapheme", maxLength: 400 });

describe("makeSlug", () => {
  it.each([
    ["Hello, World!", "hello-world"],
    ["  --A  b--  ", "a-b"],
    ["你好，世界", "你好-世界"],
    ["Ça va? ÉTÉ", "ça-va-été"],
    ["हिन्दी में", "हिन्दी-में"],
    ["ภาษาไทย", "ภาษาไทย"],
    ["I ❤️ Node.js 20", "i-node-js-20"],
    ["C++ & C#", "c-c"],
    ["été", "été"],
    ["\u0301abc", "abc"],
    ["!!!", ""],
    ["", ""],
  ])("makes %j into %j", (title, slug) => expect(makeSlug(title)).toBe(slug));

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(unicode, words), (text) => {
        expect(makeSlug(makeSlug(text))).toBe(makeSlug(text));
      }),
      { numRuns: 500 },
    );
  });

  it("uses lower-case letters, numbers, marks and single hyphens only, in NFC", () => {
    fc.assert(
      fc.property(fc.oneof(unicode, words), (text) => {
        const slug = makeSlug(text);
        expect(slug).toMatch(/^$|^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u);
        expect(slug.normalize("NFC")).toBe(slug);
        expect(slug.toLowerCase()).toBe(slug);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps the length in code points and leaves no hyphen at the cut", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const slug = makeSlug(text, max);
        expect(Array.from(slug).length).toBeLessThanOrEqual(max);
        expect(slug.endsWith("-")).toBe(false);
      }),
    );
    expect(Array.from(makeSlug("𠮷".repeat(300)))).toHaveLength(255);
  });
});

describe("numbered", () => {
  it("puts a number behind the slug", () => expect(numbered("hello", 2)).toBe("hello-2"));

  it("shortens the slug when the number would make it too long", () => {
    expect(numbered("a".repeat(255), 12)).toBe(`${"a".repeat(252)}-12`);
    expect(numbered("ab-cd", 10, 6)).toBe("ab-10");
  });

  it("is a slug itself when the start is empty", () => expect(numbered("", 3)).toBe("3"));
});
