import { array, assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { changesBetween } from "./comparison";

/** Milliseconds that no comparison of short texts takes, however long the machine stands still. */
const PATIENCE = 60_000;

describe("what leads from one text to another", () => {
  const sides = (before: string, after: string, timeout = PATIENCE) => {
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
    assert(
      property(text, text, (before, after) => {
        expect(sides(before, after)).toEqual([before, after]);
      }),
    );
  });

  it("leaves the last line alone where only something after it came or went", () => {
    expect(changesBetween("a\nb", "a\nb\nc")).toEqual([
      { kind: "same", lines: 2, text: "a\nb" },
      { kind: "added", lines: 1, text: "\nc" },
    ]);
    expect(changesBetween("a\nb\nc", "a\nb")).toEqual([
      { kind: "same", lines: 2, text: "a\nb" },
      { kind: "removed", lines: 1, text: "\nc" },
    ]);
    expect(changesBetween("a", "a\n")).toEqual([
      { kind: "same", lines: 1, text: "a" },
      { kind: "added", lines: 0, text: "\n" },
    ]);
  });

  it("holds both texts and counts their lines, and nothing went where something was only written on", () => {
    const text = array(constantFrom("a", "b", "", "long words here", "\r"), { maxLength: 12 }).map((lines) =>
      lines.join("\n"),
    );
    const linesIn = (value: string) => value.split("\n").length - (value === "" || value.endsWith("\n") ? 1 : 0);
    assert(
      property(text, text, (before, after) => {
        const changes = changesBetween(before, after, PATIENCE);
        const linesBut = (other: string) =>
          changes.reduce((sum, { kind, lines }) => (kind === other ? sum : sum + lines), 0);
        expect(sides(before, after)).toEqual([before, after]);
        expect([linesBut("added"), linesBut("removed")]).toEqual([linesIn(before), linesIn(after)]);
        const kinds = (from: string, to: string) => changesBetween(from, to, PATIENCE).map(({ kind }) => kind);
        if (before === "") return;
        expect(kinds(before, `${before}\n${after}`)).not.toContain("removed");
        expect(kinds(`${before}\n${after}`, before)).not.toContain("added");
      }),
      { numRuns: 3000 },
    );
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
