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

/**
 * Tests beside statements that say the same on either engine, each with where the other one is asked. Whatever is about
 * races, transactions, batches, dates, search, plans and prepared statements runs on both.
 */
export const saidByOne: Readonly<Record<string, string>> = {
  "lib/api/docs.test.ts": "about the document; its guide calls what other tests of lib/api call",
  "lib/api/lines.test.ts": "about what is refused before an operation runs; openapi.test.ts calls every line",
  "lib/api/origins.test.ts": "about headers",
  "lib/api/scopes.test.ts": "about who is refused before an operation runs",
  "lib/api/statuses.test.ts": "about what contracts say; openapi.test.ts calls every line",
  "lib/features/accounts/passwords/new-password.test.ts": "about words; changing a password has tests on both",
  "lib/features/attachments/usages.test.ts": "about which fields name files; references.test.ts stores and finds them",
  "lib/features/moving/exports/made-sites.test.ts": "about the files of an export; round-trip.test.ts is on both",
  "lib/features/moving/imports/fetching.test.ts": "about files of other hosts; importing.test.ts stores them",
  "lib/features/moving/imports/samples.test.ts": "about readers; importing.test.ts stores what they give",
  "lib/features/moving/readers/broadsheet/refusing.test.ts": "about damaged files, of which nothing is stored",
  "lib/features/moving/sources/child.test.ts": "about a child process; importing.test.ts stores what it gives",
};

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

/** The tests beside statements that load the engine. */
export const testsOfStatements = (): string[] =>
  storeysOfStatements
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".test.ts") && reachesEngine(path));

/** The tests that can turn out differently on the other engine. */
export const engineTests = (): string[] => testsOfStatements().filter((path) => !Object.hasOwn(saidByOne, path));
