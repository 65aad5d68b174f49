import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";

const folders: string[] = [];
afterAll(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

// Some packages in the other format ask for Node's modules in their own way.
const requireHere = `import { createRequire } from "node:module"; const require = createRequire(${JSON.stringify(resolve("package.json"))});`;

/**
 * Bundles a program for a process of its own, whose imports begin at the project's root ("./lib/…"), and returns its
 * path: in the project, where packages are found, until the file's tests have ended. `whole`: with its packages.
 */
export async function aProgram(contents: string, { whole = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(process.cwd(), "dist", "program-"));
  folders.push(folder);
  const outfile = join(folder, "program.mjs");
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
    ...(whole ? { banner: { js: requireHere } } : { packages: "external" }),
  });
  return outfile;
}
