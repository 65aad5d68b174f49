import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { costOf } from "../../lib/testing/cost";
import { carefulMarkdown, isHeavy } from "./heavy-markdown";

/** The first block of a text, as the editor reads it. */
const firstOf = (doc: string) => {
  const state = EditorState.create({ doc, extensions: carefulMarkdown() });
  return ensureSyntaxTree(state, doc.length, 20_000)?.topNode.firstChild?.name;
};

describe("a text in the editor", () => {
  it.each([
    ["items within each other in a line", `${"- ".repeat(100_000)}a`],
    ["blanks within a line", `a${" ".repeat(200_000)}b`],
    ["a title over all lines", `[a]: b "${"a\n".repeat(100_000)}`],
    ["empty lines below items within each other", `${"- ".repeat(10_000)}a${"\n".repeat(100_000)}`],
    ["a line of nothing but blanks", `a\n${" ".repeat(200_000)}\nb`],
  ])("stays as it is written where it would be read for long: %s", (_what, text) => {
    const { cost, result } = costOf(() => firstOf(text));
    expect(result).toBe(undefined);
    expect(cost).toBeLessThan(2_000);
  });

  it("is read, long as it is, where it has paragraphs", () => {
    const text = `# Part\n\n${"Some *words* of a long text.\n".repeat(500)}\n`.repeat(20);
    expect(isHeavy(text)).toBe(false);
    expect(firstOf(text)).toBe("ATXHeading1");
  });

  it("is read up to the bounds", () => {
    expect(["a".repeat(29_999), "a".repeat(30_000)].map(isHeavy)).toEqual([false, true]);
    expect(["\n".repeat(999), "\n".repeat(1_000)].map(isHeavy)).toEqual([false, true]);
    expect(isHeavy(`${"a".repeat(20_000)}\n \n${"a".repeat(20_000)}`)).toBe(false);
  });
});
