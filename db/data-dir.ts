import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "./sqlite-driver.mjs";
import { env } from "../lib/core/env";
import { flush } from "../lib/core/flush";
import { StorageError } from "../lib/core/storage-error";
import { explain, explained } from "./explained";
import { backupsFolder } from "./paths";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes a folder and what is missing above it, private to its owner. Node's own `recursive` never ends where a file system refuses with ENOENT, as /proc and automatic mounts do. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // A command that starts at the same moment may have been first.
    if (!isFolder(path)) throw error;
  }
}

/** Makes the data folder. */
export const makeDataDir = (): void => explained(() => makeFolder(env.dataDir));

/**
 * Keeps a second server off this data folder. The lock is SQLite's own on a file beside the
 * database, so the operating system frees it even after `kill -9`. Answers the way to let go.
 */
export function takeServerLock(): () => void {
  const lock = explained(() => new Sqlite(join(env.dataDir, "server.lock"), { timeout: 0 }));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY")
      throw new StorageError(
        `Another server is already running on ${env.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      );
    throw explain(error);
  }
  return () => lock.close();
}

const runningMark = () => join(env.dataDir, "server.running");

/** Whether a server is at work here, or the last one did not stop in order. */
export const isMarkedRunning = (): boolean => existsSync(runningMark());

/** Notes that a server is at work here, until it has stopped in order. Answers whether the one before had not. */
export function markRunning(): boolean {
  return explained(() => {
    const wasKilled = isMarkedRunning();
    if (!wasKilled) {
      closeSync(openSync(runningMark(), "w", 0o600));
      flush(env.dataDir);
    }
    return wasKilled;
  });
}

/** To be called last, when the database is closed. */
export const markStopped = (): void => rmSync(runningMark(), { force: true });

const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;

/** Takes the rights of other users from the files that lie in a folder itself. Answers what could not be closed. */
function closeFiles(folder: string): string[] {
  const open = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
    .filter((file) => isOpenToOthers(statSync(file, { throwIfNoEntry: false })?.mode ?? 0));
  return open.filter((file) => {
    try {
      chmodSync(file, 0o600);
      return false;
    } catch {
      return true;
    }
  });
}

/** Closes database, key and copies to other users of the machine. Answers sentences on what the owner has to do. */
export function closeDataDir(): string[] {
  const folders = [env.dataDir, backupsFolder()].filter(isFolder);
  const left = folders
    .flatMap(closeFiles)
    .map(
      (file) =>
        `${file} can be read by other users of this machine, and belongs to another user. Close it: chmod 600 ${file}`,
    );
  if (isOpenToOthers(statSync(env.dataDir).mode))
    left.push(
      `The data folder ${env.dataDir} is open to other users of this machine. Close it: chmod 700 ${env.dataDir}`,
    );
  return left;
}
