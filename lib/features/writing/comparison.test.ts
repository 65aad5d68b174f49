import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { changesBetween } from "./comparison";

describe("what leads from one text to another", () => {
  const sides = (before: string, after: string, timeout?: number) => {
    const changes = changesBetween(before, after, timeout);
    const side = (other: string) =>
      changes
        .filter(({ kind }) => kind !== other)
        .map(({ text }) => text)
        .join("");
    return [side("added"), side("removed")];
  };

  it("names the lines", () => {
    expect(changesBetween("a\nb\nc\n", "a\nB\nc\nd\n")).toEqual([
      { kind: "same", lines: 1, text: "a\n" },
      { kind: "removed", lines: 1, text: "b\n" },
      { kind: "added", lines: 1, text: "B\n" },
      { kind: "same", lines: 1, text: "c\n" },
      { kind: "added", lines: 1, text: "d\n" },
    ]);
    expect([changesBetween("", ""), changesBetween("", "x"), changesBetween("x", "")]).toEqual([
      [],
      [{ kind: "added", lines: 1, text: "x" }],
      [{ kind: "removed", lines: 1, text: "x" }],
    ]);
  });

  it("holds both texts, whatever they are", () => {
    const text = string({ unit: "grapheme" }).map((value) => value.replaceAll("a", "\n"));
    assert(property(text, text, (before, after) => void expect(sides(before, after)).toEqual([before, after])));
  });

  it("is one text for the other where comparing would take too long", () => {
    const lines = (letter: string) => Array.from({ length: 20_000 }, (_, i) => `${letter}${i}`).join("\n");
    const [before, after] = [lines("a"), lines("b")];
    const { result, cost } = costOf(() => changesBetween(before, after, 20));
    expect(cost).toBeLessThan(1000);
    expect(result.map(({ kind, lines: count }) => [kind, count])).toEqual([
      ["removed", 20_000],
      ["added", 20_000],
    ]);
    expect(sides(before, after, 20)).toEqual([before, after]);
  });
});
