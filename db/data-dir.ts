import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "./sqlite-driver.mjs";
import { env } from "../lib/core/env";
import { flush } from "../lib/core/flush";
import { StorageError } from "../lib/core/storage-error";
import { explain, explained } from "./explained";
import { backupsFolder } from "./paths";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder and its missing parents, private to their owner. Node's own `recursive` loops forever where a file
 * system refuses with ENOENT, as /proc and automatic mounts do.
 */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another command may have made it at the same moment.
    if (!isFolder(path)) throw error;
  }
}

/** Makes the data folder. */
export const makeDataDir = (): void => explained(() => makeFolder(env.dataDir));

/**
 * Takes a lock of this data folder, or refuses with `busy`. It is SQLite's own, on a file beside the database, so the
 * operating system frees it even after `kill -9`. Returns a function that frees it.
 */
function takeLock(name: string, busy: () => StorageError): () => void {
  const lock = explained(() => new Sqlite(join(env.dataDir, `${name}.lock`), { timeout: 0 }));
  try {
    // Without a journal beside it, it is taken on a full disk, too.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") throw busy();
    throw explain(error);
  }
  return () => void lock.close();
}

/** Keeps a second server off this data folder. */
export const takeServerLock = (): (() => void) =>
  takeLock(
    "server",
    () =>
      new StorageError(
        `Another server is already running on ${env.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      ),
  );

/** Lets one process at a time back up or restore this data folder. */
export const takeBackupLock = (): (() => void) => takeLock("backup", () => new BackupBusy());

export class BackupBusy extends StorageError {
  constructor() {
    super("Another backup or restore of this site is at work. Try again when it has ended.");
  }
}

const runningMark = () => join(env.dataDir, "server.running");

/** Whether a server is running here, or the last one crashed. */
export const isMarkedRunning = (): boolean => existsSync(runningMark());

/** Notes that a server is running, until it stops in order. Returns whether the one before crashed. */
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

/** Call this last, when the database is closed. */
export const markStopped = (): void => rmSync(runningMark(), { force: true });

const isOpenToOthers = (mode: number): boolean => (mode & 0o077) !== 0;

/** Takes read and write rights from other users for the files of a folder. Returns the files where that failed. */
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

/**
 * Takes rights from other users for the database, the key and the copies. Returns sentences on what the owner has to
 * do.
 */
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
