import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../lib/testing/cost";
import { compareLines, compareTexts, type Row } from "./text-diff";

const shown = (rows: Row[]) =>
  rows.map((row) =>
    row.kind === "skipped" || row.kind === "more"
      ? `… ${row.count}`
      : `${{ same: " ", removed: "-", added: "+" }[row.kind]}${row.parts.map((part) => (part.changed ? `[${part.text}]` : part.text)).join("")}`,
  );

describe("comparing two texts", () => {
  it("takes a bounded time, however many lines or words differ", () => {
    const lines = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
    const text = (letter: string) => ["first", ...lines(letter, 200_000), "last"].join("\n");
    const passages = (letter: string) =>
      lines("", 500)
        .map((each) => `${`${letter} `.repeat(900)}${each}\nsame`)
        .join("\n");
    for (const made of [text, passages]) {
      const { cost, result } = costOf(() => compareTexts(made("a"), made("b")));
      expect(cost).toBeLessThan(2_500);
      expect(result.length).toBeLessThanOrEqual(3_001);
    }
    expect(compareTexts(text("a"), text("b")).at(-1)).toEqual({ kind: "more", count: 397_002 });
  });

  it("finds nothing in equal ones", () => expect(compareTexts("a\nb", "a\nb")).toEqual([]));

  it("marks the words that differ", () =>
    expect(shown(compareTexts("one\nthe old tide\n", "one\nthe new tide\n"))).toEqual([
      " one",
      "-the [old] tide",
      "+the [new] tide",
    ]));

  it("shows lines that came and went", () => {
    expect(shown(compareTexts("a\nb\n", "a\nx\nb\n"))).toEqual([" a", "+x", " b"]);
    expect(shown(compareTexts("a\nb", "a"))).toEqual([" a", "-b"]);
  });

  it("shows what came after the last line as that alone, with and without a line break at the end", () => {
    expect(shown(compareTexts("a\nb", "a\nb\nc"))).toEqual([" a", " b", "+c"]);
    expect(shown(compareTexts("a\nb\n", "a\nb\nc\n"))).toEqual([" a", " b", "+c"]);
    expect(shown(compareTexts("a\nb", "a\nb\n\nc"))).toEqual([" a", " b", "+", "+c"]);
    expect(shown(compareTexts("a", "b\na"))).toEqual(["+b", " a"]);
    expect(shown(compareTexts("a\nlast old", "a\nlast new"))).toEqual([" a", "-last [old]", "+last [new]"]);
  });

  it("holds every line of both texts, in order, and calls none changed that is the same at both ends", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "long words here", " x"), { maxLength: 12 })
      .map((lines) => lines.join("\n"));
    const linesOf = (rows: Row[], ...kinds: Row["kind"][]) =>
      rows
        .flatMap((row) =>
          "parts" in row && kinds.includes(row.kind) ? [row.parts.map((part) => part.text).join("")] : [],
        )
        .join("\n");
    const ended = (value: string, other: string) =>
      value.endsWith("\n") && other.endsWith("\n") ? value.slice(0, -1) : value;
    fc.assert(
      fc.property(text, text, text, (before, after, more) => {
        const rows = compareLines(before, after);
        expect(linesOf(rows, "same", "removed")).toBe(ended(before, after));
        expect(linesOf(rows, "same", "added")).toBe(ended(after, before));
        if (before === "" || more === "") return;
        expect(compareLines(before, `${before}\n${more}`).filter((row) => row.kind === "removed")).toEqual([]);
        expect(compareLines(`${before}\n${more}`, before).filter((row) => row.kind === "added")).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves out what is far from a change", () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    const after = lines.with(10, "changed");
    expect(shown(compareTexts(lines.join("\n"), after.join("\n")))).toEqual([
      "… 8",
      " line 8",
      " line 9",
      "-[line 10]",
      "+[changed]",
      " line 11",
      " line 12",
      "… 7",
    ]);
  });

  it("compares from and to nothing", () => {
    expect(shown(compareTexts("", "new"))).toEqual(["+new"]);
    expect(shown(compareTexts("old", ""))).toEqual(["-old"]);
  });
});
