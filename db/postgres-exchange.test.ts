import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/** The files of ours that a file loads with itself. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, "utf8").replace(/^(?:import|export) type [^;]*;/gm, "");
  for (const [, from = ""] of text.matchAll(/^(?:import|export) [^;]*?from "(\.[^"]*)";/gm)) {
    const path = join(dirname(file), from);
    loadedWith(
      [path, `${path}.ts`, join(path, "index.ts")].find((each) => /\.m?ts$|\.mjs$/.test(each) && existsSync(each)) ??
        path,
      found,
    );
  }
  return found;
}

it("needs nothing of SQLite, whose driver the pages of a site on PostgreSQL cannot load", () => {
  const files = [...loadedWith("db/postgres-exchange.ts")];
  expect(files).toContain("db/postgres-tables.ts");
  expect(
    files.filter((file) =>
      /sqlite/.test(
        readFileSync(file, "utf8")
          .match(/^import .*$/gm)
          ?.join() ?? "",
      ),
    ),
  ).toEqual([]);
});
