import { accessSync, constants, existsSync } from "node:fs";
import { env } from "../lib/core/env";
import { StorageError } from "../lib/core/storage-error";
import { backupsFolder, databaseFile } from "./paths";

/** The sentence for a database that SQLite cannot read; `what` names the fault. */
export const damaged = (what: string): StorageError =>
  new StorageError(
    `The database ${databaseFile()} is damaged (${what}). Nothing was changed. Restore a copy from ${backupsFolder()} or your own backup, then start again.`,
  );

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function forbidden(code: string): StorageError {
  const file = databaseFile();
  if (canWrite(env.dataDir) && existsSync(file) && !canWrite(file))
    return new StorageError(
      `The database ${file} cannot be written to (${code}). Give this user the right to read and write it.`,
    );
  return new StorageError(
    `The data folder ${env.dataDir} cannot be written to (${code}). Give this user the right to write there, or set DATA_DIR to another folder.`,
  );
}

/** The sentence for each failure of SQLite or the file system; the first match wins. */
const meanings: readonly [RegExp, (code: string) => StorageError][] = [
  [/^SQLITE_(NOTADB|CORRUPT)/, damaged],
  [
    /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)/,
    () =>
      new StorageError(
        `The disk that holds ${env.dataDir} is full. Nothing was changed. Free some space, then start again.`,
        true,
      ),
  ],
  [/^(SQLITE_(READONLY|CANTOPEN|PERM)|EACCES|EROFS|EPERM|ENOENT|ENOTDIR|EEXIST)/, forbidden],
  [
    /^(SQLITE_IOERR|EIO)/,
    (code) =>
      new StorageError(
        `The disk that holds ${env.dataDir} fails to read or write (${code}). Nothing was changed. Check the disk and its file system, then start again.`,
      ),
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    () => new StorageError(`Another program holds the database ${databaseFile()}. Stop it, then start again.`),
  ],
];

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

export function explain(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1];
  return (
    meaning?.(code) ??
    new StorageError(
      `The database ${databaseFile()} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
    )
  );
}

/** The sentence for a failure of the database during other work; null for other failures. */
export const storageFailure = (error: unknown): StorageError | null =>
  error instanceof StorageError || codeOf(error).startsWith("SQLITE_") ? explain(error) : null;

/** Runs `work` and turns refusals of the file system or SQLite into one clear sentence. */
export function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explain(error);
  }
}
