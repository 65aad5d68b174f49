// What must be there before any package is: a Node that fits, and the packages of the lockfile.
// Plain JavaScript without packages; the start and the tests share it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Ends the program with one sentence for the owner. @param {string} sentence @returns {never} */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The content of a file that notes what something was made from; empty where there is none. @param {string} file */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9))
    fail(`Broadsheet needs Node 20.9 or newer; this is ${process.versions.node}. Node 22 is recommended.`);
  if (major >= 24)
    fail(
      `Broadsheet does not run on Node ${process.versions.node} yet: its database driver aborts on Node 24 and newer. Use Node 22.`,
    );
}

/**
 * Installs from the lockfile unless exactly it is installed already. `quiet` sends npm's words to standard error.
 * @param {(text: string) => void} say @param {{ quiet?: boolean }} [manner]
 */
export function install(say, { quiet = false } = {}) {
  const stamp = join("node_modules", ".broadsheet-lock");
  const wanted =
    createHash("sha256").update(readFileSync("package-lock.json")).digest("hex") + process.versions.modules;
  if (readStamp(stamp) === wanted) return;
  say("Installing packages (some minutes the first time: the database driver may be compiled) …");
  const { status } = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    stdio: quiet ? ["ignore", 2, 2] : "inherit",
  });
  if (status !== 0)
    fail(
      "The packages could not be installed. Compiling the database driver needs python3, make and g++; see the lines above.",
    );
  writeFileSync(stamp, wanted);
}
