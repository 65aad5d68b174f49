import { accessSync, constants, statSync } from "node:fs";
import { postgres } from "../../db/dialect";
import { env } from "../core/env";
import { keyFile, readKey } from "../core/key-file";
import { StorageError } from "../core/storage-error";
import { findBackups } from "../features/backups/folder";
import { readSpace } from "../services/files/space";
import { storage } from "../services/files/storage";
import { sizeText } from "../text/size";

/** One check of the doctor; `advice` is worth knowing, `wrong` needs action. */
export type Check = { name: string; state: "ok" | "advice" | "wrong"; message: string };

const check = (name: string, state: Check["state"], message: string): Check => ({ name, state, message });
export const ok = (name: string, message: string): Check => check(name, "ok", message);
export const advice = (name: string, message: string): Check => check(name, "advice", message);
export const wrong = (name: string, message: string): Check => check(name, "wrong", message);

/** Whether other users may do something with a file. */
const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;
const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, "0");

/** The Node release in use. */
export function checkNode(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 9)) return wrong("Node", `${version} is too old. Install Node 24.`);
  return major > 24 ? wrong("Node", `${version} has not been tried yet. Install Node 24.`) : ok("Node", version);
}

/** Settings that are valid but have consequences. */
export function checkSettings(): Check {
  const engine = postgres ? "PostgreSQL" : "SQLite";
  if (env.siteUrl === undefined)
    return advice(
      "Settings",
      `valid (${engine}). SITE_URL is not set. Behind a proxy set it to the public address, because cookies and links follow it.`,
    );
  return ok("Settings", `valid (${engine}, ${env.siteUrl})`);
}

/** The data folder. */
export function checkFolder(): Check[] {
  const folder = env.dataDir;
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return [advice("Data folder", `${folder} does not exist yet; the first start creates it.`)];
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
  const { freeBytes: free, state } = readSpace();
  const text = `${sizeText(free)} free`;
  if (state === "ALMOST_FULL") return wrong("Disk space", `Only ${text}: soon nothing can be saved. Free some space.`);
  return state === "LOW" ? advice("Disk space", `${text}; a backup may not fit.`) : ok("Disk space", text);
}

/** Days after which a backup counts as old. */
const OLD_DAYS = 8;

/** The backups in the data folder. */
export function checkBackups(now = new Date()): Check {
  const backups = findBackups();
  const good = backups.find(({ verified }) => verified.ok);
  if (!good)
    return advice(
      "Backups",
      backups.length === 0
        ? "none in DATA_DIR/backups. Make one with `npm run cms -- backup`, or set backup_schedule."
        : "none in DATA_DIR/backups is whole. Make one with `npm run cms -- backup`, and check the disk.",
    );
  const days = Math.floor((now.getTime() - good.createTime.getTime()) / 86_400_000);
  const text = `the last good one is ${days === 0 ? "of today" : `${days} ${days === 1 ? "day" : "days"} old`} (${good.name})`;
  return days > OLD_DAYS ? advice("Backups", `${text}. Make one with \`npm run cms -- backup\`.`) : ok("Backups", text);
}

/** Where uploaded files lie. */
export async function checkFiles(): Promise<Check> {
  if (env.s3 === undefined) return ok("Files", "on this machine's disk");
  try {
    for await (const _any of storage().folders(1)) break;
    return ok(
      "Files",
      `in the bucket ${env.s3.bucket}${env.filesUrl === undefined ? "" : `, read at ${env.filesUrl}`}`,
    );
  } catch (error) {
    return wrong("Files", error instanceof Error ? error.message : String(error));
  }
}

/** The site's key. */
export function checkKey(): Check {
  if (env.secretKey !== undefined) return ok("Secret key", "from SECRET_KEY");
  const file = keyFile();
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return advice("Secret key", "does not exist yet; the first start creates it.");
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
