import { basename } from "node:path";
import type { Archive } from "../../../../services/archives/reading";
import { openArchive } from "../../../../services/archives/reading";
import type { MediaFile, MediaFinder } from "../../reading";
import { openMediaFolder } from "./media-folder";
import { finderOver, MediaIndex } from "./media-index";

/** A file of an archive by its name in it; null where there is none. */
export function fileOf(archive: Archive, name: string): MediaFile | null {
  const file = archive.files.get(name);
  return file ? { name: basename(name), size: file.size, open: () => archive.read(name) } : null;
}

/** Finds files of the old site in an open archive, which stays open when the finder is closed. */
export const mediaOf = (archive: Archive): MediaFinder =>
  finderOver(
    async () => {
      const index = new MediaIndex();
      for (const name of archive.files.keys()) index.add(name);
      return index;
    },
    async (name) => fileOf(archive, name),
  );

/** Finds files of the old site in a folder or a .zip: its folder of uploads, or one above or below that. */
export async function openMedia(path: string): Promise<MediaFinder> {
  if (!/\.zip$/i.test(path)) return openMediaFolder(path);
  const archive = await openArchive(path);
  return { ...mediaOf(archive), close: async () => archive.close() };
}
