import { expect, it } from "vitest";
import { hasWords, titleRank } from "./ranking";

it("a title that is equal comes first, then beginnings, words, and parts", () => {
  const ranks = ["Tide", "tidewater", "High tide", "Ebbtide", "Ebb"].map((title) => titleRank(title, " TIDE "));
  expect(ranks).toEqual([0, 1, 2, 3, null]);
  expect(titleRank("What the tide tables leave out", "leave tables")).toBe(3);
  expect(titleRank("潮汐表", "潮汐")).toBe(1);
  expect(titleRank("ＡＢＣ", "abc")).toBe(0);
});

it("words are found in any order, as far as they are typed", () => {
  expect(hasWords("Posts on a page", "page po")).toBe(true);
  expect(hasWords("Posts on a page", "page x")).toBe(false);
});
