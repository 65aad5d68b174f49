import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { engineTests, saidByOne, storeysOfStatements, testsOfStatements } from "./engine-tests";

const filesIn = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => /\.tsx?$/.test(path));
const isTest = (path: string) => path.endsWith(".test.ts");
const isBelow = (path: string) => storeysOfStatements.some((folder) => path.startsWith(`${folder}/`));

it("every test beside statements that opens a database runs on both engines or is named, and one that never does on one", () => {
  const opening = filesIn(storeysOfStatements).filter(
    (path) => isTest(path) && /\bfreshDatabase\(/.test(readFileSync(path, "utf8")),
  );
  const onBoth = engineTests();
  expect(opening.length).toBeGreaterThan(50);
  expect(opening.filter((path) => !onBoth.includes(path) && !Object.hasOwn(saidByOne, path))).toEqual([]);
  expect(onBoth).not.toContain("lib/text/slug.test.ts");
});

it("no test is named that would not run on both otherwise", () => {
  expect(Object.keys(saidByOne).filter((path) => !testsOfStatements().includes(path))).toEqual([]);
});

it("every folder with operations has tests that run on both", () => {
  const folders = filesIn(["lib/features", "lib/services"])
    .filter((path) => /\/(?:queries|mutations)\.ts$/.test(path))
    .map(dirname);
  expect(folders.length).toBeGreaterThan(30);
  const onBoth = engineTests();
  const isTried = (folder: string) => onBoth.some((path) => path.startsWith(`${folder}/`));
  expect(folders.filter((folder) => !isTried(folder))).toEqual([
    // Asked by lib/api/moved-in.test.ts.
    "lib/features/moving/addresses",
  ]);
  expect(onBoth).toContain("lib/api/moved-in.test.ts");
  // It calls every line of the API.
  expect(onBoth).toContain("lib/api/openapi.test.ts");
});

it("statements are made there alone", () => {
  const above = filesIn(["lib", "app", "components"]).filter(
    (path) => !isBelow(path) && !isTest(path) && !path.startsWith("lib/testing/"),
  );
  expect(above.length).toBeGreaterThan(300);
  expect(above.filter((path) => readFileSync(path, "utf8").includes('from "drizzle-orm'))).toEqual([
    // It asks a SQLite file whether it is damaged.
    "lib/cli/database-checks.ts",
    "lib/server/background/webhook-subjects.ts",
  ]);
});
