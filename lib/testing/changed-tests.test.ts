import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testsAbout } from "./changed-tests";

const all = ["lib", "db", "components"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".test.ts"));

describe("a change", () => {
  it("concerns the tests that load it, and not those that only prepare something with it", () => {
    const about = testsAbout(["lib/features/writing/posts/related.ts"]);
    expect(about).toEqual(
      expect.arrayContaining(["lib/features/writing/posts/related.test.ts", "lib/api/openapi.test.ts"]),
    );
    const preparing = "lib/features/photos/photos.test.ts";
    expect(readFileSync(preparing, "utf8")).toContain('from "../../testing/setup"');
    expect(about).not.toContain(preparing);
  });

  it("concerns the tests of programs that it is bundled into, which are started from another folder", () => {
    expect(testsAbout(["lib/features/moving/sources/reading-child.ts"])).toContain(
      "lib/features/moving/sources/child.test.ts",
    );
  });

  it("of a document or a page concerns the tests that read the program's files, and few others", () => {
    const about = testsAbout(["docs/glossary.md"]);
    expect(about).toEqual(testsAbout([]));
    expect(about).toEqual(
      expect.arrayContaining([
        "lib/architecture.test.ts",
        "components/site/colours.test.ts",
        "components/site/looks/looks.test.ts",
      ]),
    );
    expect(about.length).toBeLessThan(all.length / 4);
  });

  it("of a test concerns that test, and one of what all share concerns all", () => {
    expect(testsAbout(["db/swap.test.ts"])).toContain("db/swap.test.ts");
    expect(testsAbout([]).includes("db/swap.test.ts")).toBe(false);
    expect(testsAbout(["package-lock.json"]).sort()).toEqual(all.sort());
    expect(testsAbout(["lib/testing/setup.ts"]).length).toBeGreaterThan(100);
  });
});
