import { chmodSync, mkdirSync, readdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { removeWithDisks } from "./small-disk";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";
const PREFIX = "broadsheet-tests-";
/** Bytes that must be free: no run of all tests has a quarter of it at once. */
const NEEDED = 4 * 1024 ** 3;

/** Whether the machine keeps files in memory, and has so many bytes for them. */
function isRoomy(bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= bytes;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what runs that were killed have left there; what cannot be removed is no reason not to run. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY))
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
      try {
        removeWithDisks(join(MEMORY, name));
      } catch (error) {
        console.warn("What an earlier run has left stays:", (error as Error).message);
      }
}

/**
 * Puts the temporary files of this process and of those that it starts into memory, where there is room: each commit of
 * a test would wait for the disk, for milliseconds, and there are ten thousands. They go when the process ends.
 */
export function keepTemporaryFilesInMemory(needed = NEEDED): void {
  if (process.env.TMPDIR?.startsWith(join(MEMORY, PREFIX)) || !isRoomy(needed)) return;
  removeLeft();
  const folder = join(MEMORY, PREFIX + process.pid);
  mkdirSync(folder, { recursive: true });
  // Others go through it: PostgreSQL does not run as root.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on("exit", () => removeWithDisks(folder));
}
