// Makes an archive of the built program that runs with Node alone, with the packages that it loads and no others. It runs on the kind of machine and the release of Node that made it, as the database driver does.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { driverName } from "../../../db/sqlite-driver.mjs";
import { external } from "./bundle.mjs";
import { PACKAGED, packagedFor } from "./install.mjs";

const otherDriver = driverName === "better-sqlite3" ? "better-sqlite3-13" : "better-sqlite3";

/** Files that the program finds by their paths. */
const OWN = [
  "package.json",
  "next.config.mjs",
  "LICENSE",
  "README.md",
  "docs/operating.md",
  "db/migrations",
  "db/sqlite-driver.mjs",
  "public",
  "lib/cli/demo",
  "lib/features/accounts/passwords/password-worker.mjs",
  "lib/server/start.mjs",
  ...["built-programs", "install", "packages", "turn"].map((name) => `lib/server/launcher/${name}.mjs`),
  "lib/services/files/broadsheet.ico",
  "node_modules/@zxcvbn-ts/language-common/src/passwords.json",
];
/** Packages and files of packages that only builds and developers need. */
const OF_BUILDS =
  /^(@next\/swc-|@electric-sql\/|@playwright\/|@opentelemetry\/sdk|sass$|babel-plugin|typescript$|drizzle-kit$|@types\/)/;
const LEFT_OUT =
  /\.(map|md|d\.[cm]?ts|ts|tsx|flow|c|cc|cpp|h|o|a|gyp|gypi|mk|d)$|(^|\/)\.bin\/|^node_modules\/better-sqlite3(-13)?\/(deps|src)\/|\/test_extension\.node$|\.dev\.js$|^node_modules\/next\/dist\/(esm|docs|bundle-analyzer|compiled\/(babel|babel-packages|next-devtools))\//;
/** What a build leaves in `.next` beside the program. */
const OF_THE_BUILD = /^\.next\/(cache|build|dev|diagnostics|turbopack|types|trace.*)$/;

const isProgram = (/** @type {string} */ path) =>
  !/\.(map|nft\.json|tsbuildinfo)$/.test(path) &&
  !OF_THE_BUILD.test(path) &&
  !/^db\/migrations\/\w+\/meta\/\d/.test(path);

/** All files below a folder, links included. @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!isProgram(path) || (path.startsWith("node_modules") && LEFT_OUT.test(path))) return [];
  if (!lstatSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/** @typedef {Partial<Record<"dependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>>>} Needs */

/** The folder of a package as one at `from` finds it. @param {string} name @param {string} from @returns {string | null} */
function folderOf(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return folder;
    if (at === ".") return null;
  }
}

/** The folders of packages with all that they need, as far as it is installed. @param {string[]} names @returns {string[]} */
function closure(names) {
  const found = new Set();
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const folder = OF_BUILDS.test(name) ? null : folderOf(name, from);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const needs = /** @type {Needs} */ (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    for (const kind of /** @type {const} */ (["dependencies", "optionalDependencies", "peerDependencies"]))
      for (const each of Object.keys(needs[kind] ?? {})) add(each, folder);
  };
  for (const name of names) add(name, ".");
  return [...found];
}

/** The packages that are loaded from `node_modules`, and not bundled into the programs or the pages. */
const packages = () =>
  closure(
    [...external, "bcryptjs"]
      .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"))
      .filter((name) => name !== otherDriver),
  );

/** @param {string} file @param {string} into */
function copy(file, into) {
  const target = join(into, file);
  mkdirSync(dirname(target), { recursive: true });
  if (lstatSync(file).isSymbolicLink()) symlinkSync(readlinkSync(file), target);
  else cpSync(file, target);
}

/** The start script's flags for Node. */
function startCommand() {
  const { scripts } = /** @type {{ scripts: { start: string } }} */ (JSON.parse(readFileSync("package.json", "utf8")));
  return `#!/bin/sh\n# Starts the server; with --cms, a command: ./broadsheet --cms backup\ncd "$(dirname "$0")" || exit 1\nexport ${scripts.start.replace(" exec ", "\nexec ")} "$@"\n`;
}

/** Makes the folder, and an archive of it. @param {(text: string) => void} say @param {string} into */
export function makePackage(say, into) {
  const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync("package.json", "utf8")));
  const name = `broadsheet-${version}-${process.platform}-${process.arch}-node${process.versions.node.split(".")[0]}`;
  const folder = join(into, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = new Set([...OWN.flatMap(filesBelow), ...["dist", ".next", ...packages()].flatMap(filesBelow)]);
  let bytes = 0;
  for (const file of files) {
    if (!isProgram(file) || !existsSync(file)) continue;
    copy(file, folder);
    bytes += statSync(file).size;
  }
  writeFileSync(join(folder, PACKAGED), packagedFor());
  writeFileSync(join(folder, "broadsheet"), startCommand(), { mode: 0o755 });
  const archive = `${folder}.tar.gz`;
  execFileSync("tar", ["-czf", archive, "-C", into, name]);
  const megabytes = (/** @type {number} */ size) => `${Math.round(size / 1e6)} MB`;
  say(
    `${archive} (${megabytes(statSync(archive).size)}; ${megabytes(bytes)} in ${files.size} files when it is unpacked)`,
  );
}
