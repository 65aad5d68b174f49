import { createReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "../../core/env";

/** Where files of attachments live, whole, under names of parts joined by `/`: this machine's disk now, any store of objects later. */
export interface Storage {
  /** Takes a local file over under a name; once this answers, the file survives a power cut. The local one is gone. */
  put(name: string, from: string): Promise<void>;
  /** Part of a file, from byte `start` to byte `end` inclusive. */
  read(name: string, start: number, end: number): Readable;
  /** Its bytes' number; null: there is none. */
  size(name: string): Promise<number | null>;
  /** Removes everything below these names; what is not there is no fault. */
  remove(folders: readonly string[]): Promise<void>;
  /** Every folder of `depth` parts that holds files, with when it was last written. */
  folders(depth: number): AsyncIterable<{ name: string; time: Date }>;
}

/** Where uploads lie while they come and are looked at: on the same disk as their homes, so that they are moved and not copied. */
export const incomingRoot = (): string => join(env.dataDir, "uploads", ".incoming");

const root = () => join(env.dataDir, "uploads");
const OWN_NAME = /^[a-z0-9]+(?:\/[a-z0-9]+)*(?:\.[a-z0-9]+)?$/;

/** Names are of the program's own making; that nothing else gets here is seen to all the same. */
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

/** Makes a folder, and each that is missing above it, for good. */
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
  read: (name, start, end) => createReadStream(pathOf(name), { start, end }),
  size: (name) =>
    stat(pathOf(name)).then(
      ({ size }) => size,
      () => null,
    ),
  async remove(folders) {
    for (const folder of folders) {
      const path = pathOf(folder);
      // Once more where a picture that was being made again came in between.
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      // The folder around it goes with its last part; one that still holds something stays.
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
