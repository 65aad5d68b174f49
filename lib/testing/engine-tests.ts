import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importsOf } from "./sources";

/** Where the program learns which engine it speaks to; what never loads it is the same on both. */
const ENGINE = "db/dialect.ts";

/**
 * Where statements are made, and the API that calls each operation. What stands above calls the same operations, and
 * turns out alike on both.
 */
export const storeysOfStatements = ["db", "lib/patches", "lib/core", "lib/services", "lib/features", "lib/api"];

const importsIn = new Map<string, string[]>();

/** The files of ours that one loads when it runs. */
function loadedBy(path: string): string[] {
  const known = importsIn.get(path);
  if (known) return known;
  const found = importsOf(path, readFileSync(path, "utf8")).flatMap(({ target, types }) =>
    !types && /^(app|components|db|lib)\/.*\.tsx?$/.test(target) ? [target] : [],
  );
  importsIn.set(path, found);
  return found;
}

function reachesEngine(test: string): boolean {
  const seen = new Set([test]);
  for (const path of seen) for (const next of loadedBy(path)) seen.add(next);
  return seen.has(ENGINE);
}

/** The tests that can turn out differently on the other engine. */
export const engineTests = (): string[] =>
  storeysOfStatements
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".test.ts") && reachesEngine(path));
