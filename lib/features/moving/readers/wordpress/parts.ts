import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { openArchive } from "../../../../services/archives/reading";
import type { MediaFinder } from "../../reading";
import { mediaOf } from "../media/media-archive";

/** One file of an export; WordPress splits large ones. */
export type Part = { name: string; open(): Promise<AsyncIterable<Uint8Array>> };

/** The files of an export, and the old site's files where they lie beside them. */
export type Parts = { parts: Part[]; media: MediaFinder | null; close(): void };

/** Bytes read at once. */
const CHUNK = 256 * 1024;

const byNumber = (a: Part, b: Part): number => a.name.localeCompare(b.name, "en", { numeric: true });
const isXml = (name: string): boolean => /(?:^|\/)[^./][^/]*\.xml$/i.test(name) && !name.startsWith("__MACOSX/");

const partOf = (path: string): Part => ({
  name: basename(path),
  open: async () => createReadStream(path, { highWaterMark: CHUNK }),
});

/** The first bytes of a part. */
export async function startOf(part: Part, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await part.open()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

/** A file, the .xml files of a folder, or those of a .zip, in the order of their numbers. */
export async function openParts(path: string): Promise<Parts> {
  const nothing = { media: null, close: () => undefined };
  if ((await stat(path)).isDirectory()) {
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && isXml(entry.name)).map(({ name }) => join(path, name));
    return { parts: names.map(partOf).sort(byNumber), ...nothing };
  }
  if (!/\.zip$/i.test(path)) return { parts: [partOf(path)], ...nothing };
  const archive = await openArchive(path);
  const names = [...archive.files.keys()].filter(isXml);
  const parts = names.map((name): Part => ({ name, open: () => archive.read(name) })).sort(byNumber);
  return { parts, media: mediaOf(archive), close: () => archive.close() };
}
