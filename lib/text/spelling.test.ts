import { describe, expect, it } from "vitest";
import { costOf } from "../testing/cost";
import { Dictionary } from "./spelling";

function dictionaryOf(words: readonly string[]): Dictionary {
  const made = new Dictionary();
  for (const word of words) made.add(word.toLowerCase(), word);
  return made;
}

const dictionary = dictionaryOf(["Harbour", "lighthouse", "weather", "Ferry", "bread", "sourdough"]);

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

it("many words that nobody meant are looked for among a large site's without others waiting for it", () => {
  const letters = "etaoinshrdlucmfw";
  let seed = 1;
  const next = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 8;
  const word = () => Array.from({ length: 4 + (next() % 9) }, () => letters[next() % letters.length]).join("");
  const large = dictionaryOf(Array.from({ length: 40_000 }, word));
  const asked = Array.from({ length: 16 }, word);
  const { cost } = costOf(() => asked.map((each) => large.nearest(each)));
  expect(cost).toBeLessThan(60);
});

it("as many words as anybody likes are taken in within a second", () => {
  let seed = 1;
  const next = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0).toString(36);
  const words = Array.from({ length: 300_000 }, next);
  const { result, cost } = costOf(() => dictionaryOf(words));
  expect(cost).toBeLessThan(1_000);
  expect(result.isFull).toBe(true);
  expect(result.nearest(`${words[0]}x`)).toBe(words[0]);
});
