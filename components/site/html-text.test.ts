import fc from "fast-check";
import { expect, it } from "vitest";
import { costOf } from "../../lib/testing/cost";
import { plainTextOf } from "../../lib/text/html/plain-text";
import { beginningOf } from "./html-text";

it("begins as the whole text does, wherever its elements and signs stand", () => {
  const piece = fc.constantFrom(
    "word ",
    "x".repeat(160),
    "&amp;",
    "&CounterClockwiseContourIntegral;",
    "<p>",
    "</p>",
    `<img alt="${"a".repeat(1_000)}">`,
    "<b>two</b>",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.nat(30)), { maxLength: 40 }), (pieces) => {
      const html = pieces.map(([text, times]) => text.repeat(times)).join("");
      fc.pre(html.length <= 50_000);
      const whole = [...plainTextOf(html)];
      const expected = whole.length > 150 ? `${whole.slice(0, 150).join("").trimEnd()}…` : whole.join("");
      expect(beginningOf(html)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

it("looks at the beginning of a long text only", () => {
  const beginnings = (html: string) =>
    costOf(() => Array.from({ length: 300 }, () => beginningOf(html)).every((text) => text.length > 100));
  const words = "<p>Some words of a note.</p>";
  beginnings(words.repeat(1_700));
  const [long, short] = [beginnings(words.repeat(1_700)), beginnings(words.repeat(170))];
  expect([long.result, short.result]).toEqual([true, true]);
  expect(long.cost).toBeLessThan(4 * short.cost);
});
