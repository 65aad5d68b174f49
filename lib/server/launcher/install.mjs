// What is needed before any package: a suitable Node, and the packages of the lockfile. Plain JavaScript without
// packages; the start and the tests share it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { installByAddress } from "./packages.mjs";
import { inTurn } from "./turn.mjs";

/** Ends the program with one sentence for the owner. @param {string} sentence @returns {never} */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** In an archive of the built program: what it was made for. Nothing is installed or built there. */
export const PACKAGED = "packaged";
export const packagedFor = () => `${process.platform} ${process.arch} ${process.versions.modules}\n`;

/** Whether this is an unpacked archive; refuses another kind of machine, or another release of Node. */
export function isPackaged() {
  if (!existsSync(PACKAGED)) return false;
  if (readStamp(PACKAGED) !== packagedFor())
    fail(
      `This archive was made for ${readStamp(PACKAGED).trim()}, and this is ${packagedFor().trim()} (system, processor, interface of Node). Use the release of Node that it was made with, or make another one with npm run package.`,
    );
  return true;
}

/** Reads a file that notes what something was made from; empty without one. @param {string} file */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9))
    fail(`Broadsheet needs Node 20.9 or newer; this is ${process.versions.node}. Node 24 is recommended.`);
  if (major > 24) fail(`Broadsheet has not been tried on Node ${process.versions.node} yet. Use Node 24.`);
}

/**
 * Runs a program to its end; returns whether it succeeded.
 * @param {string} command @param {string[]} parameters
 * @param {{ quiet: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} manner
 * `quiet` sends its output to standard error.
 * @returns {Promise<boolean>}
 */
export const runProgram = (command, parameters, { quiet, env = process.env, cwd }) =>
  new Promise((resolve) => {
    const child = spawn(command, parameters, { stdio: quiet ? ["ignore", 2, 2] : "inherit", env, cwd });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });

/**
 * Does work once per folder, never in two starts at a time.
 * @param {() => boolean} isDone @param {(text: string) => void} say @param {() => Promise<void>} work
 */
export async function prepareOnce(isDone, say, work) {
  if (isDone()) return;
  const sayWaiting = () => say("Another start is installing or building in this folder; waiting for it …");
  await inTurn(".preparing", sayWaiting, async () => {
    if (!isDone()) await work();
  });
}

/**
 * Installs the packages of the lockfile unless they are installed. `quiet` sends npm's output to standard error.
 * @param {(text: string) => void} say @param {{ quiet?: boolean }} [manner]
 */
export async function install(say, { quiet = false } = {}) {
  const stamp = join("node_modules", ".broadsheet-lock");
  const wanted =
    createHash("sha256").update(readFileSync("package-lock.json")).digest("hex") + process.versions.modules;
  const isInstalled = () => readStamp(stamp) === wanted;
  await prepareOnce(isInstalled, say, async () => {
    say("Installing packages (some minutes the first time: the database driver may be compiled) …");
    const npm = (/** @type {string} */ cwd) =>
      runProgram("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
        quiet,
        cwd,
        // The driver's sources are compiled side by side.
        env: { JOBS: String(availableParallelism()), ...process.env },
      });
    if (!(await installByAddress(npm)) && !(await npm(".")))
      fail(
        "The packages could not be installed. Compiling the database driver needs python3, make and g++; see the lines above.",
      );
    writeFileSync(stamp, wanted);
  });
}
