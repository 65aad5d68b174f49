import { dirname, resolve } from "node:path";
import { programFiles } from "../sources";

/** Where things stand in the program: modules with queries that strangers may ask, and the folders of mutations. */
type Places = { queries: string[]; mutations: [title: string, folder: string][] };

const name = "BROADSHEET_TEST_PLACES";

/** A title as a pattern; one made for several nouns has any word in its gap. */
const patternOf = (title: string) => `^${title.replace(/\$\{\w+\}/g, "\\w+")}$`;

/** Finds them; once for all test files, since every file of the program is read. */
export function findOperations(): void {
  const places: Places = { queries: [], mutations: [] };
  for (const { path, code } of programFiles()) {
    if (
      path.startsWith("lib/features/") &&
      code.includes("query(") &&
      code.includes("reads") &&
      code.includes('"read the site"')
    )
      places.queries.push(resolve(path));
    for (const [, title = ""] of code.matchAll(/\bmutation\(\s*["`]([^"`]+)["`]/g))
      places.mutations.push([patternOf(title), dirname(resolve(path))]);
  }
  process.env[name] = JSON.stringify(places);
}

let places: Places | undefined;
const read = (): Places => (places ??= JSON.parse(process.env[name] ?? '{"queries":[],"mutations":[]}') as Places);

/** Every export of the modules with queries. */
export async function exportsWithQueries(): Promise<unknown[]> {
  const modules = await Promise.all(
    read().queries.map((path) => import(/* @vite-ignore */ path) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module));
}

/** The folders in which a mutation of this title stands; of titles with a gap only where none is written out. */
export function foldersOf(title: string): string[] {
  const written = read().mutations.filter(([pattern]) => pattern === patternOf(title));
  const fitting =
    written.length > 0 ? written : read().mutations.filter(([pattern]) => new RegExp(pattern).test(title));
  return fitting.map(([, folder]) => folder);
}
