import { statfsSync } from "node:fs";
import { AppError, codeOf } from "../../core/errors";
import { StorageError } from "../../core/storage-error";
import { sizeText } from "../../text/size";

/** Refuses what needs more bytes than a folder's disk has, and says both numbers. */
export function requireBytes(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new AppError(
      "storage_full",
      `${what} needs ${sizeText(bytes)}, and the disk of ${folder} has ${sizeText(free)} left. Free some space and try again.`,
    );
}

/** What the file system and SQLite say of a full disk; SQLite's memory beside the log is a file, too. */
const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;

export const isFull = (error: unknown): boolean =>
  error instanceof StorageError
    ? error.isFull
    : FULL.test(codeOf(error)) || (error instanceof AppError && error.code === "storage_full");

/** Does work that fills a folder; where its disk is full, it is refused in a sentence that says what that means. */
export async function whileThereIsRoom<T>(folder: string, meaning: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A refusal says how much is needed.
    if (error instanceof AppError || !isFull(error)) throw error;
    throw new AppError("storage_full", `The disk of ${folder} is full, so ${meaning} Free some space and try again.`);
  }
}
