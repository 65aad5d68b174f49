import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../../../core/errors";
import { type Archive, openArchive } from "../../../../services/archives/reading";
import type { MediaFinder } from "../../reading";
import { MAX_JSON_BYTES } from "../json-reading";
import { mediaOf } from "../media/media-archive";
import { edgesOf, ghostWords } from "./recognising";

/** The JSON of an export, unpacked where it lay in an archive, and the files beside it. */
export type GhostFile = { path: string; words: string | null; media: MediaFinder | null; close(): Promise<void> };

const depthOf = (name: string): number => name.split("/").length;

/** The .json files of an archive, those at the top first. */
const jsonIn = (archive: Archive): string[] =>
  [...archive.files.keys()]
    .filter((name) => /\.json$/i.test(name) && depthOf(name) <= 4 && !name.startsWith("__MACOSX/"))
    .sort((a, b) => depthOf(a) - depthOf(b));

async function unpacked(archive: Archive, name: string, folder: string): Promise<string> {
  if ((archive.files.get(name)?.size ?? 0) > MAX_JSON_BYTES)
    throw new AppError("too_large", `${name} is larger than 512 MiB. Export the old site in parts, and import each.`);
  const path = join(folder, "export.json");
  await pipeline(await archive.read(name), createWriteStream(path, { mode: 0o600 }));
  return path;
}

/** Opens a .json file, or the first export in a .zip; `words` are null where there is none of Ghost. */
export async function openGhostFile(path: string): Promise<GhostFile> {
  if (!/\.zip$/i.test(path))
    return { path, words: ghostWords(await edgesOf(path)), media: null, close: async () => undefined };
  const archive = await openArchive(path);
  const folder = await mkdtemp(join(tmpdir(), "broadsheet-import-"));
  const close = async () => {
    archive.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const name of jsonIn(archive).slice(0, 20)) {
      const json = await unpacked(archive, name, folder);
      const words = ghostWords(await edgesOf(json));
      if (words !== null) return { path: json, words, media: mediaOf(archive), close };
    }
    return { path, words: null, media: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}
