import { constants } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { AppError } from "../../../../core/errors";
import type { MediaFile, MediaFinder } from "../../reading";
import { finderOver, MediaIndex } from "./media-index";

/** More than any site has; a folder with more is probably the wrong one. */
const MOST_FILES = 1_000_000;
const MOST_LEVELS = 50;
const ignored = new Set([".git", "node_modules"]);

/** The files below a folder, by their paths from it. Symbolic links are not followed. */
async function* filesBelow(root: string): AsyncGenerator<string> {
  const waiting = [{ path: "", level: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const entry of await readdir(join(root, next.path), { withFileTypes: true })) {
      const path = next.path === "" ? entry.name : `${next.path}/${entry.name}`;
      if (entry.isDirectory() && !ignored.has(entry.name)) {
        if (next.level >= MOST_LEVELS)
          throw new AppError("invalid", `The folder ${root} is nested deeper than ${MOST_LEVELS} levels.`);
        waiting.push({ path, level: next.level + 1 });
      }
      if (!entry.isFile()) continue;
      count += 1;
      if (count > MOST_FILES)
        throw new AppError(
          "too_large",
          `The folder ${root} holds more than ${MOST_FILES.toLocaleString("en-US")} files.`,
        );
      yield path;
    }
}

/** Whether a path of the folder leads there without a symbolic link, and is a file. */
async function isOwn(root: string, path: string): Promise<boolean> {
  const place = join(root, path);
  const [info, real] = await Promise.all([lstat(place), realpath(place)]).catch(() => [null, null]);
  return info?.isFile() === true && real === join(await realpath(root), path.replaceAll("/", sep));
}

/** A file of a folder by its path from it; null where there is none, or only by a symbolic link. */
export async function fileIn(root: string, path: string): Promise<MediaFile | null> {
  const place = join(root, path);
  if (!(await isOwn(root, path))) return null;
  const { size } = await lstat(place);
  return {
    name: basename(path),
    size,
    open: async () => {
      // The folder may have changed since it was looked at.
      if (!(await isOwn(root, path))) throw new AppError("not_found", `The file ${path} is not there any more.`);
      const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
      return file.createReadStream();
    },
  };
}

/** Finds files of the old site in a folder: its folder of uploads, or one above or below that. */
export async function openMediaFolder(folder: string): Promise<MediaFinder> {
  const root = resolve(folder);
  const there = await stat(root).catch(() => null);
  if (!there) throw new AppError("not_found", `There is no folder ${root}.`);
  if (!there.isDirectory()) throw new AppError("invalid", `${root} is not a folder.`);
  return finderOver(
    async () => {
      const index = new MediaIndex(root.split(sep).filter(Boolean));
      for await (const path of filesBelow(root)) index.add(path);
      return index;
    },
    (path) => fileIn(root, path),
  );
}
