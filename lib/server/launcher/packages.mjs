// Installs the packages of the lockfile. Plain JavaScript without packages.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "node_modules";
/** Beside the real one, so that packages move there by a rename, all at once. */
const WORK = ".preparing-packages";

/** @typedef {{ name?: string, version?: string, link?: boolean, inBundle?: boolean, resolved?: string }} Locked */

/**
 * The lockfile with the address of each package at this registry. The stored one names no registry, and without
 * addresses npm fetches the list of all versions of every package, which is half of all bytes.
 * @param {string} lockfile @param {string} registry
 */
export function withAddresses(lockfile, registry) {
  /** @type {{ packages: Record<string, Locked> }} */
  const lock = JSON.parse(lockfile);
  const base = registry.endsWith("/") ? registry : `${registry}/`;
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === "" || locked.link || locked.inBundle || locked.resolved || !locked.version) continue;
    const name = locked.name ?? path.slice(path.lastIndexOf(`${FOLDER}/`) + FOLDER.length + 1);
    locked.resolved = `${base}${name}/-/${name.slice(name.indexOf("/") + 1)}-${locked.version}.tgz`;
  }
  return JSON.stringify(lock);
}

const npmSetting = (/** @type {string} */ name) =>
  execFileSync("npm", ["config", "get", name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/**
 * Installs in a folder of its own and moves the packages into place; false when that cannot be done, as with a registry
 * that has its files elsewhere.
 * @param {(folder: string) => Promise<boolean>} npm Runs npm's installation in a folder.
 */
export async function installByAddress(npm) {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(WORK);
  try {
    writeFileSync(
      join(WORK, "package-lock.json"),
      withAddresses(readFileSync("package-lock.json", "utf8"), npmSetting("registry")),
    );
    for (const file of ["package.json", ".npmrc"]) if (existsSync(file)) copyFileSync(file, join(WORK, file));
    if (!(await npm(WORK))) return false;
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(join(WORK, FOLDER), FOLDER);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(WORK, { recursive: true, force: true });
  }
}
