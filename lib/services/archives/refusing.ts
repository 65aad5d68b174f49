import { type AppError, invalid } from "../../core/errors";

/** An archive that is not taken. */
export const refusedArchive = (message: string): AppError => invalid("file", "bad_archive", message);

/** One that is not taken because of an entry. */
export const refusedEntry = (name: string, why: string): AppError =>
  refusedArchive(`The archive was refused because of its entry ${JSON.stringify(name)}: ${why}. Nothing was written.`);

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
