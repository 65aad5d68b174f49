import { expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { readText } from "./syntax-tree";

const labelsIn = (markdown: string): string[] =>
  JSON.stringify(readText(markdown).tree).match(/"footnoteReference"/g) ?? [];

it.each([
  ["an end that is escaped", "\\]", 1],
  ["a backslash that is escaped", "\\\\", 1],
  ["a backslash for itself", "\\a", 1],
  ["a blank", "a b", 0],
  ["a bracket", "a[b", 0],
])("a footnote's label with %s", (_what, label, found) =>
  expect(labelsIn(`See[^x${label}].\n\n[^x${label}]: Here.`)).toHaveLength(found),
);

it("a footnote's label is read once, whatever stands in it", () => {
  for (const sign of ["\\\\", "\\", "\\a", "a", "\\]"])
    for (const end of ["\t", "[", ""])
      expect(costOf(() => labelsIn(`[^${sign.repeat(18)}${end}`)).cost).toBeLessThan(100);
  const long = `[^${"\\\\".repeat(490)}\t `.repeat(20);
  expect(costOf(() => labelsIn(`${long}\n\n${long}`)).cost).toBeLessThan(200);
});
