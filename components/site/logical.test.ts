import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const sheets = ["app/(site)", "components/site/looks", "public"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css"))
    .map((file) => join(folder, file)),
);
/** Sides of the screen, which are other sides of a text that runs from right to left. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?|left|right)\s*:|(?:float|clear|text-align)\s*:\s*(?:left|right)/;

/** The sides of a shorthand with four values, outside of functions. */
const sidesOf = (value: string) => value.match(/[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s()]+/g) ?? [];

it("the style sheets of public pages name no side of the screen, so that pages run from right to left as well", () => {
  expect(sheets.length).toBeGreaterThan(10);
  const found = sheets.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => {
        const [, value = ""] = /^(?:margin|padding|inset|border-width): ([^;!]+);/.exec(line) ?? [];
        const sides = sidesOf(value);
        return physical.test(line) || (sides.length === 4 && sides[1] !== sides[3] && !line.startsWith("border-width"));
      })
      .map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
