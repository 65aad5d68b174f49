import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { postgres } from "../../db/dialect";
import { env } from "../core/env";
import { keyFile, readKey } from "../core/key-file";
import { StorageError } from "../core/storage-error";

/** One check of the doctor; `advice` is worth knowing, `wrong` needs action. */
export type Check = { name: string; state: "ok" | "advice" | "wrong"; message: string };

const check = (name: string, state: Check["state"], message: string): Check => ({ name, state, message });
export const ok = (name: string, message: string): Check => check(name, "ok", message);
export const advice = (name: string, message: string): Check => check(name, "advice", message);
export const wrong = (name: string, message: string): Check => check(name, "wrong", message);

const LOW_SPACE_BYTES = 100 * 1024 * 1024;
const SOME_SPACE_BYTES = 1024 * 1024 * 1024;

/** Whether other users may do something with a file. */
const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;
const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, "0");

/** The Node release in use. */
export function checkNode(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9)) return wrong("Node", `${version} is too old. Install Node 22.`);
  return major >= 24
    ? wrong("Node", `${version} is not supported yet: the database driver aborts on it. Install Node 22.`)
    : ok("Node", version);
}

/** Settings that are valid but have consequences. */
export function checkSettings(): Check {
  const engine = postgres ? "PostgreSQL" : "SQLite";
  if (env.siteUrl === undefined)
    return advice(
      "Settings",
      `valid (${engine}). SITE_URL is not set; set it to the public address behind a proxy, since cookies and links follow it.`,
    );
  return ok("Settings", `valid (${engine}, ${env.siteUrl})`);
}

/** The data folder. */
export function checkFolder(): Check[] {
  const folder = env.dataDir;
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return [advice("Data folder", `${folder} is not there yet; the first start makes it.`)];
  if (!stat.isDirectory()) return [wrong("Data folder", `${folder} is not a folder. Set DATA_DIR to one.`)];
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      wrong(
        "Data folder",
        `${folder} cannot be written to by this user. Give it the right to, or set DATA_DIR to another folder.`,
      ),
    ];
  }
  if (isOpenToOthers(stat.mode))
    return [
      advice(
        "Data folder",
        `${folder} is open to other users of this machine (mode ${octal(stat.mode)}). Close it: chmod 700 ${folder}`,
      ),
      checkSpace(),
    ];
  return [ok("Data folder", `${folder} (mode ${octal(stat.mode)})`), checkSpace()];
}

function checkSpace(): Check {
  const { bavail, bsize } = statfsSync(env.dataDir);
  const free = bavail * bsize;
  const text =
    free < 10 * SOME_SPACE_BYTES
      ? `${Math.floor(free / 1024 / 1024).toLocaleString("en-US")} MiB free`
      : `${Math.floor(free / SOME_SPACE_BYTES).toLocaleString("en-US")} GiB free`;
  if (free < LOW_SPACE_BYTES) return wrong("Disk space", `Only ${text}: soon nothing can be saved. Make room.`);
  return free < SOME_SPACE_BYTES ? advice("Disk space", `${text}; a backup may not fit.`) : ok("Disk space", text);
}

/** The site's key. */
export function checkKey(): Check {
  const file = keyFile();
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return advice("Secret key", "not there yet; the first start makes it.");
  if (isOpenToOthers(there.mode))
    return wrong(
      "Secret key",
      `${file} can be read by other users (mode ${octal(there.mode)}). Close it: chmod 600 ${file}`,
    );
  try {
    readKey();
    return ok("Secret key", `mode ${octal(there.mode)}`);
  } catch (error) {
    if (error instanceof StorageError) return wrong("Secret key", error.message);
    throw error;
  }
}
