import { closeSync, fsyncSync, openSync } from "node:fs";

/** Waits until a file, or a folder's list of names, is on disk. */
export function flush(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
