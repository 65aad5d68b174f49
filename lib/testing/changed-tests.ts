import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changedSinceCheck, treeNow } from "./checked";
import { importsOf } from "./sources";

/** Where the tools of tests lie. Tests use the program's features through them to prepare something, not to try it. */
const TOOLS = "lib/testing/";

/** What every test depends on, imported or not. */
const ofAll =
  /^(?:package-lock\.json|tsconfig\.json|db\/migrations)|^lib\/testing\/(?:vitest|file-state|global-setup|forgetting)/;

/** A path in the program, as no import begins, or from the test itself: what reads files there may be about any change. */
const ofProgram =
  /\bimport\.meta\.(?:dirname|url)|["'`](?:app|components|db|docs|lib|public|e2e|package(?:-lock)?\.json|README\.md)["'`/]/;
const readsProgram = (text: string) =>
  /\b(?:programFiles|testsOfStatements)\(/.test(text) || (/\bread(?:dir|File)/.test(text) && ofProgram.test(text));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const isTest = (path: string) => path.endsWith(".test.ts");

/** A program that is started from `dist`, by the name of its file there. */
const started = /\bdist\/([\w-]+)\.js/g;

/** Those of all tests that a change of these files concerns: they load one of them, or read the program. */
export function testsAbout(changed: readonly string[]): string[] {
  const paths = ["lib", "db", "components"].flatMap(filesIn).filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const tests = paths.filter(isTest);
  if (changed.some((path) => ofAll.test(path))) return tests;
  const texts = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
  const loading = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (path.startsWith(TOOLS) && !isTest(path)) continue;
    const programs = [...text.matchAll(started)].map(([, name = ""]) => `/${name}.ts`);
    const loaded = importsOf(path, text).flatMap(({ target, types }) => (types ? [] : [target]));
    for (const each of [...loaded, ...paths.filter((one) => programs.some((name) => one.endsWith(name)))])
      loading.set(each, [...(loading.get(each) ?? []), path]);
  }
  const concerned = new Set(changed);
  for (const path of concerned) for (const next of loading.get(path) ?? []) concerned.add(next);
  return tests.filter((test) => concerned.has(test) || readsProgram(texts.get(test) ?? ""));
}

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The first commit in common with the main branch, or the last commit where there is none. */
function beginning(): string {
  for (const main of ["origin/main", "main"])
    try {
      return git("merge-base", "HEAD", main).trim();
    } catch {
      // Another name, or no such branch.
    }
  return "HEAD";
}

/** What has changed since the last check that passed, otherwise since the main branch, committed or not. */
function changedFiles(): string[] {
  const tree = treeNow();
  process.env.BROADSHEET_TEST_TREE = tree;
  return changedSinceCheck(tree) ?? git("diff", "--name-only", "--no-renames", beginning(), tree).split("\n");
}

/** The tests that what has changed concerns; all where nobody can say. */
export function changedTests(): string[] {
  try {
    return testsAbout(changedFiles().filter(Boolean));
  } catch {
    return ["lib", "db", "components"].flatMap(filesIn).filter(isTest);
  }
}
