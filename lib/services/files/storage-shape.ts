import type { Readable } from "node:stream";

/** What whoever serves a file says of it. */
export type FileFacts = { mediaType: string; fileName: string };

/**
 * Storage of attachments' files, under names of parts joined by `/`. A file never changes under its name. The signal of
 * a sweep ends what waits for a service.
 */
export interface Storage {
  /** Milliseconds for which a file may be there before its row is. */
  readonly grace: number;
  /**
   * Stores a local file under a name, all of it or nothing; afterwards it survives a power cut. The local file may be
   * gone then.
   */
  put(name: string, from: string, facts: FileFacts): Promise<void>;
  /** A part of a file, from byte `start` to byte `end` inclusive, read about `piece` bytes at a time. */
  read(name: string, start: number, end: number, piece?: number): Promise<Readable>;
  /** Its size in bytes; null where there is none. */
  size(name: string): Promise<number | null>;
  /** The hexadecimal SHA-256 that was noted when it was stored; null where none was, or no file is. */
  notedDigest(name: string): Promise<string | null>;
  /**
   * Removes everything below these names; missing ones are fine. What a service does not remove now is left to the
   * sweep, which gives its signal: it fails then.
   */
  remove(folders: readonly string[], sweep?: AbortSignal): Promise<void>;
  /**
   * Keeps the files of deleted attachments until the returned function is called, whichever process deletes them; the
   * sweep removes them afterwards. Where this process is killed it ends by itself. `holder` is a name that no other one
   * has who holds them.
   */
  hold(holder: string): Promise<() => Promise<void>>;
  /** Whether files without an attachment are to stay for now. */
  isHeld(sweep?: AbortSignal): Promise<boolean>;
  /** Every folder of `depth` parts that contains files, with the time of its last change. */
  folders(depth: number, sweep?: AbortSignal): AsyncIterable<{ name: string; time: Date }>;
}

/** Bytes that are read of a file at once. */
export const PIECE = 64 * 1024;

const OWN_NAME = /^[a-z0-9]+(?:\/[a-z0-9]+)*(?:\.[a-z0-9]+)?$/;

/** Names come from the program; others are refused all the same. */
export function checkName(name: string): string {
  if (!OWN_NAME.test(name)) throw new Error(`"${name}" is no name of a stored file.`);
  return name;
}
