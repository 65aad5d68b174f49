import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** One import or re-export. `types`: it is erased at run time. `target` is a path from the root, or a package's name. */
export type Import = { target: string; types: boolean };
export type Source = { path: string; text: string; code: string; imports: Import[] };

const folders = ["app", "components", "db", "lib"];

/** The code without comments, strings kept, so that words in comments do not count as code. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[^]*?\*\/|(?<![:\\/])\/\/[^\n]*/g,
    (all, string: string | undefined) => string ?? (all.includes("\n") ? "\n" : " "),
  );
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function targetOf(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = normalize(join(dirname(from), specifier));
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find(isFile) ?? path;
}

/** `{ type A, type B }` is erased at run time, too. */
const namesTypesOnly = (clause: string) => {
  const names = /^\{([^}]*)\}$/
    .exec(clause.trim())?.[1]
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return names !== undefined && names.length > 0 && names.every((name) => name.startsWith("type "));
};

export function importsOf(path: string, code: string): Import[] {
  const found: Import[] = [];
  for (const [, kind, clause = "", specifier = ""] of code.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?([\w*{][\w*{},\s]*?)\s*from\s*["']([^"']+)["']/gm,
  ))
    found.push({ target: targetOf(path, specifier), types: kind !== undefined || namesTypesOnly(clause) });
  for (const [, specifier = ""] of code.matchAll(/^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm))
    if (specifier) found.push({ target: targetOf(path, specifier), types: false });
  for (const [, specifier = ""] of code.matchAll(/\b(?:import|require)\(\s*["']([^"']+)["']/g))
    found.push({ target: targetOf(path, specifier), types: false });
  return found;
}

/** A file, as it stands or as it might. */
export function sourceOf(path: string, text: string): Source {
  const code = withoutComments(text);
  return { path, text, code, imports: importsOf(path, code) };
}

/** Every TypeScript file of the program, with its imports; without tests and their tools. */
export function programFiles(): Source[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return paths
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path) && !path.startsWith("lib/testing/"))
    .sort()
    .map((path) => sourceOf(path, readFileSync(path, "utf8")));
}
