import { describe, expect, it } from "vitest";
import { Dictionary } from "./spelling";

const dictionary = new Dictionary(
  ["Harbour", "lighthouse", "weather", "Ferry", "bread", "sourdough"].map(
    (word) => [word.toLowerCase(), word] as const,
  ),
);

describe("the word that was meant", () => {
  it.each([
    ["harbuor", "Harbour"],
    ["lighthose", "lighthouse"],
    ["wether", "weather"],
    ["feryy", "Ferry"],
    ["sourdoh", "sourdough"],
  ])("is found for %s", (typed, meant) => expect(dictionary.nearest(typed)).toBe(meant));

  it.each(["harbour", "zzzzzz", "ab", ""])("is none for “%s”", (typed) => expect(dictionary.nearest(typed)).toBeNull());
});
