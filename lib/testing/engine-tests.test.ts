import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { engineTests, storeysOfStatements } from "./engine-tests";

const filesIn = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => /\.tsx?$/.test(path));
const isTest = (path: string) => path.endsWith(".test.ts");
const isBelow = (path: string) => storeysOfStatements.some((folder) => path.startsWith(`${folder}/`));

it("every test beside statements that opens a database runs on both engines, and one that never does on one", () => {
  const opening = filesIn(storeysOfStatements).filter(
    (path) => isTest(path) && /\bfreshDatabase\(/.test(readFileSync(path, "utf8")),
  );
  const onBoth = engineTests();
  expect(opening.length).toBeGreaterThan(50);
  expect(opening.filter((path) => !onBoth.includes(path))).toEqual([]);
  expect(onBoth).not.toContain("lib/text/slug.test.ts");
});

it("statements are made there alone", () => {
  const above = filesIn(["lib", "app", "components"]).filter(
    (path) => !isBelow(path) && !isTest(path) && !path.startsWith("lib/testing/"),
  );
  expect(above.length).toBeGreaterThan(300);
  expect(above.filter((path) => readFileSync(path, "utf8").includes('from "drizzle-orm'))).toEqual([
    // It asks a SQLite file whether it is damaged.
    "lib/cli/database-checks.ts",
    "lib/server/webhook-subjects.ts",
  ]);
});
