import { expect, it } from "vitest";
import { feedTexts, MOST_FED } from "./texts";

it("holds the first texts of a feed as long as they fit, a shorter one after them no more", () => {
  const textOf = feedTexts();
  const half = `<a href="/x">é</a>${"x".repeat(MOST_FED / 2 - 19)}`;
  expect(Buffer.byteLength(half)).toBe(MOST_FED / 2);
  for (let i = 0; i < 2; i += 1)
    expect(textOf(half, "https://example.org/a")).toContain('href="https://example.org/x"');
  expect(textOf("x", "https://example.org/a")).toBeUndefined();
  expect(textOf("", "https://example.org/a")).toBeUndefined();
});
