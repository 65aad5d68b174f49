import { createReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "../../core/env";
import { filesAreHeld, holdFiles } from "./holding";
import { checkName, PIECE, type Storage } from "./storage-shape";

const root = () => join(env.dataDir, "uploads");
const pathOf = (name: string): string => join(root(), checkName(name));

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
export const localDisk: Storage = {
  grace: 60_000,
  async put(name, from) {
    const path = pathOf(name);
    await syncPath(from);
    await makeFolder(dirname(path));
    await rename(from, path);
    await syncPath(dirname(path));
  },
  read: async (name, start, end, piece = PIECE) => createReadStream(pathOf(name), { start, end, highWaterMark: piece }),
  size: (name) =>
    stat(pathOf(name)).then(
      ({ size }) => size,
      () => null,
    ),
  notedDigest: async () => null,
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
  async hold(holder) {
    const release = holdFiles(holder);
    return async () => release();
  },
  isHeld: async () => filesAreHeld(),
  async *folders(depth) {
    if (await isThere(root()))
      for await (const name of below(root(), "", depth)) yield { name, time: (await stat(pathOf(name))).mtime };
  },
};
