import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { withFrontMatter } from "./front-matter";

const read = (text: string): Map<string, unknown> => {
  const end = text.indexOf("\n---\n", 3);
  return parseDocument(text.slice(4, end + 1)).toJS({ mapAsMap: true }) as Map<string, unknown>;
};

const text = fc.oneof(
  fc.string({ unit: "binary" }).filter((each) => each.isWellFormed()),
  fc
    .array(
      fc.constantFrom("\ufeff", "\u0085", "\u2028", "\r", "\n", "---", " ", "\t", "x", "'", '"', "🌊", "#", ": "),
      { maxLength: 12 },
    )
    .map((all) => all.join("")),
);

test("every text is read as it was written", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(text),
      fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key }),
      text,
      (one, list, pairs, body) => {
        const metas = new Map(pairs);
        const written = withFrontMatter(
          [
            ["one", one],
            ["list", list],
            ["metas", metas],
          ],
          body,
        );
        const front = read(written);
        expect([front.get("one"), front.get("list"), front.get("metas")]).toEqual([one, list, metas]);
        expect(written.endsWith(`\n---\n${body}`)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test("words and dates are what older readers of YAML take them for", () => {
  const date = new Date("2024-05-06T07:08:09.010Z");
  expect(
    withFrontMatter(
      [
        ["title", "yes"],
        ["date", date],
        ["draft", false],
        ["none", null],
        ["no", undefined],
      ],
      "x",
    ),
  ).toBe('---\ntitle: "yes"\ndate: 2024-05-06T07:08:09.010Z\ndraft: false\n---\nx');
});
