import { basename } from "node:path";
import { stat } from "node:fs/promises";
import { type Archive, openArchive } from "../../../../services/archives/reading";
import type { MediaFile } from "../../reading";
import { fileOf } from "../media/media-archive";
import { fileIn } from "../media/media-folder";
import {
  badFile,
  byCodeUnits,
  type FoundFile,
  isMarkdown,
  listFolder,
  MAX_FILE_BYTES,
  type ReadText,
  readInFolder,
  textOf,
  tooLarge,
} from "./markdown-files";

/** The files that a site is made of: a folder, or an archive of one. */
export type SourceTree = {
  name: string;
  /** Absolute. */
  root: string;
  /** Sorted by path. */
  files: FoundFile[];
  /** When an archive was written; null for a folder, whose files have times of their own. */
  time: Date | null;
  /** Refuses what is no text, or too long for one. */
  read(path: string): Promise<ReadText>;
  /** A file that is no text. */
  file(path: string): Promise<MediaFile | null>;
  close(): Promise<void>;
};

const isHidden = (path: string): boolean =>
  path.split("/").some((part) => part.startsWith(".") || part === "node_modules");

async function folderTree(path: string): Promise<SourceTree> {
  const { root, name, files } = await listFolder(path);
  return {
    name,
    root,
    files,
    time: null,
    read: (file) => readInFolder(root, file),
    file: (file) => fileIn(root, file),
    close: async () => undefined,
  };
}

/** The folder that holds everything in an archive, with its `/`; "" without one. */
function topOf(names: readonly string[]): string {
  const top = names[0]?.split("/", 1)[0] ?? "";
  return names.length > 0 && names.every((name) => name.startsWith(`${top}/`)) ? `${top}/` : "";
}

async function archiveTree(path: string): Promise<SourceTree> {
  const archive: Archive = await openArchive(path);
  const names = [...archive.files.keys()].filter((name) => !isHidden(name) && !name.startsWith("__MACOSX/"));
  // Most programs pack a folder with its name.
  const top = topOf(names);
  const kindOf = (name: string): FoundFile["kind"] => (isMarkdown(name) ? "text" : "other");
  return {
    name: top === "" ? basename(path).replace(/\.zip$/i, "") : top.slice(0, -1),
    root: path,
    time: (await stat(path)).mtime,
    files: names.map((name) => ({ path: name.slice(top.length), kind: kindOf(name) })).sort(byCodeUnits),
    read: async (file) => {
      const size = archive.files.get(top + file)?.size ?? 0;
      if (size > MAX_FILE_BYTES) throw badFile(tooLarge(size));
      return textOf(await archive.readWhole(top + file, MAX_FILE_BYTES), null);
    },
    file: async (file) => fileOf(archive, top + file),
    close: async () => archive.close(),
  };
}

/** Opens a folder or a .zip of Markdown files. */
export const openTree = (path: string): Promise<SourceTree> =>
  /\.zip$/i.test(path) ? archiveTree(path) : folderTree(path);
