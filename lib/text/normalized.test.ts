import fc from "fast-check";
import { expect, it } from "vitest";
import { costOf } from "../testing/cost";
import { normalized } from "./normalized";

const forms = ["NFC", "NFKC", "NFKD"] as const;

/** The letters whose plain form begins with a mark, which is sorted with those before it. */
const marks = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((letter) => /^\p{M}/u.test(letter.normalize("NFKD")));

it("is the usual form of every text with no more marks than languages have", () => {
  const letters = fc.oneof(fc.string({ unit: "binary", maxLength: 5 }), fc.constantFrom(...marks));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), fc.constantFrom(...forms), (parts, form) => {
      const text = parts.join("e");
      expect(normalized(text, form)).toBe(text.normalize(form));
    }),
  );
  const text = `e${"\u0301\u0334".repeat(16)}x`;
  expect(normalized(text, "NFC")).toBe(text.normalize("NFC"));
});

it("of no mark do very many take longer than so many of others", () => {
  const take = (text: string) => {
    for (const form of forms) normalized(text, form);
  };
  const msOf = (text: string) => {
    const begun = performance.now();
    take(text);
    return performance.now() - begun;
  };
  const slow = marks.filter((mark) => {
    const text = `a${mark.repeat(600)}${"\u0334".repeat(600)}`;
    return msOf(text) > 3 && msOf(text) > 3 && msOf(text) > 3;
  });
  expect(slow).toEqual([]);
  expect(costOf(() => take(`a${"\u0344".repeat(250_000)}${"\u0334".repeat(250_000)}`)).cost).toBeLessThan(3_000);
  expect(costOf(() => take(`a${"\u0344".repeat(32)}`.repeat(15_000))).cost).toBeLessThan(3_000);
});

it("loses nothing of too many marks", () => {
  const text = `e${"\u0301\u0334".repeat(100)}x`;
  for (const form of forms) {
    const letters = (given: string) => [...given.normalize("NFKD")].sort();
    expect(letters(normalized(text, form))).toEqual(letters(text));
  }
});
