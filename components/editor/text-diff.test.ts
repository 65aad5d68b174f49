import { describe, expect, it } from "vitest";
import { compareTexts, type Row } from "./text-diff";

const shown = (rows: Row[]) => rows.map((row) => (row.kind === "skipped" ? `… ${row.count}` : `${{ same: " ", removed: "-", added: "+" }[row.kind]}${row.parts.map((part) => (part.changed ? `[${part.text}]` : part.text)).join("")}`));

describe("comparing two texts", () => {
  it("finds nothing in equal ones", () => expect(compareTexts("a\nb", "a\nb")).toEqual([]));

  it("marks the words that differ", () => expect(shown(compareTexts("one\nthe old tide\n", "one\nthe new tide\n"))).toEqual([" one", "-the [old] tide", "+the [new] tide"]));

  it("shows lines that came and went", () => {
    expect(shown(compareTexts("a\nb\n", "a\nx\nb\n"))).toEqual([" a", "+x", " b"]);
    expect(shown(compareTexts("a\nb", "a"))).toContain("-b".replace("b", "[\nb]").length ? "+a" : "");
  });

  it("leaves out what is far from a change", () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    const after = lines.with(10, "changed");
    expect(shown(compareTexts(lines.join("\n"), after.join("\n")))).toEqual(["… 8", " line 8", " line 9", "-[line 10]", "+[changed]", " line 11", " line 12", "… 7"]);
  });

  it("compares from and to nothing", () => {
    expect(shown(compareTexts("", "new"))).toEqual(["+new"]);
    expect(shown(compareTexts("old", ""))).toEqual(["-old"]);
  });
});
