import { createReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "../../core/env";
import { filesAreHeld } from "./holding";

/**
 * Storage of attachments' files, under names of parts joined by `/`: this machine's disk; an object store could provide
 * the same.
 */
export interface Storage {
  /** Moves a local file to a name; afterwards it survives a power cut. */
  put(name: string, from: string): Promise<void>;
  /** A part of a file, from byte `start` to byte `end` inclusive, read `piece` bytes at a time. */
  read(name: string, start: number, end: number, piece?: number): Readable;
  /** Its size in bytes; null where there is none. */
  size(name: string): Promise<number | null>;
  /** Removes everything below these names; missing ones are fine. */
  remove(folders: readonly string[]): Promise<void>;
  /** Every folder of `depth` parts that contains files, with the time of its last change. */
  folders(depth: number): AsyncIterable<{ name: string; time: Date }>;
}

/** The folder of incoming uploads: on the same disk as the final ones, so that files are moved and not copied. */
export const incomingRoot = (): string => join(env.dataDir, "uploads", ".incoming");

/** Bytes that are read of a file at once. */
export const PIECE = 64 * 1024;

const root = () => join(env.dataDir, "uploads");
const OWN_NAME = /^[a-z0-9]+(?:\/[a-z0-9]+)*(?:\.[a-z0-9]+)?$/;

/** Names come from the program; others are refused all the same. */
function pathOf(name: string): string {
  if (!OWN_NAME.test(name)) throw new Error(`"${name}" is no name of a stored file.`);
  return join(root(), name);
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its missing parents, and waits until they are on disk. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function* below(path: string, name: string, depth: number): AsyncGenerator<string> {
  if (depth === 0) yield name;
  else
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith("."))
        yield* below(join(path, entry.name), name === "" ? entry.name : `${name}/${entry.name}`, depth - 1);
}

/** The data folder's `uploads`. */
const localDisk: Storage = {
  async put(name, from) {
    const path = pathOf(name);
    await syncPath(from);
    await makeFolder(dirname(path));
    await rename(from, path);
    await syncPath(dirname(path));
  },
  read: (name, start, end, piece = PIECE) => createReadStream(pathOf(name), { start, end, highWaterMark: piece }),
  size: (name) =>
    stat(pathOf(name)).then(
      ({ size }) => size,
      () => null,
    ),
  async remove(folders) {
    // The next sweep removes them.
    if (filesAreHeld()) return;
    for (const folder of folders) {
      const path = pathOf(folder);
      // Repeated, since a remade picture may have been added meanwhile.
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      // Removes empty parent folders, too.
      await rmdir(dirname(path)).catch(() => undefined);
    }
  },
  async *folders(depth) {
    if (await isThere(root()))
      for await (const name of below(root(), "", depth)) yield { name, time: (await stat(pathOf(name))).mtime };
  },
};

/** The storage of this site. */
export const storage = (): Storage => localDisk;
