import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { engineTests } from "./engine-tests";

const tests = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .map((name) => join("lib", name))
  .filter((path) => path.endsWith(".test.ts"));

it("every test that opens a database runs on both engines, and one that never does on one", () => {
  const opening = tests.filter((path) => /\bfreshDatabase\(/.test(readFileSync(path, "utf8")));
  const onBoth = engineTests();
  expect(opening.length).toBeGreaterThan(50);
  expect(opening.filter((path) => !onBoth.includes(path))).toEqual([]);
  expect(onBoth).not.toContain("lib/text/slug.test.ts");
});
