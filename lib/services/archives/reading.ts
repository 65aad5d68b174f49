import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { type Entry, type ZipFile, openPromise } from "yauzl";
import { nameFault, nameOf, plainName, sameness } from "./entry-names";
import { type ArchiveLimits, foreignLimits } from "./limits";
import { AppError } from "../../core/errors";
import { sizeText } from "../../text/size";
import { checkedBytes } from "./checked-bytes";
import { reasonOf, refusedArchive, refusedEntry } from "./refusing";

/** A file in an archive. Sizes are bytes; `size` holds for what is read, since reading more or less than it fails. */
export type ArchiveFile = { name: string; size: number; packedSize: number; isPacked: boolean; checksum: number };

/** Bytes that are read of an archive at once. */
const PIECE = 256 * 1024;
/** The ways of packing that are read. */
const [STORED, DEFLATED] = [0, 8];
/** Unix file types in an entry's attributes. */
const [TYPE_BITS, FILE, FOLDER] = [0o170000, 0o100000, 0o040000];

type Place = ArchiveFile & { offset: number };

/** Why the archive is refused because of this entry; null where it may be taken. */
function faultOf(entry: Entry, name: string, limits: ArchiveLimits): string | null {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS;
  const named = nameFault(name);
  if (named !== null) return named;
  if (type !== 0 && type !== FILE && type !== FOLDER) return "it is a link or a device, and not a file";
  if (entry.isEncrypted()) return "it is encrypted; pack it again without a password";
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return `it is packed in a way that is not read here (method ${entry.compressionMethod}); pack it again as an ordinary .zip`;
  if (entry.uncompressedSize > limits.entryBytes) return `it is larger than ${sizeText(limits.entryBytes)}`;
  if (!limits.nested && /\.zip$/i.test(name)) return "it is an archive within the archive; unpack it first";
  return null;
}

/** Takes the names of an archive and refuses those that several file systems would make one of. */
class Names {
  readonly #files = new Map<string, string>();
  readonly #folders = new Set<string>();

  add(name: string): void {
    const same = sameness(name);
    const earlier = this.#files.get(same);
    if (earlier !== undefined)
      throw refusedEntry(
        name,
        earlier === name ? "it is in it twice" : `${JSON.stringify(earlier)} differs in case only`,
      );
    if (this.#folders.has(same)) throw refusedEntry(name, "it is both a file and a folder");
    this.#files.set(same, name);
    for (let end = same.lastIndexOf("/"); end > 0; end = same.lastIndexOf("/", end - 1)) {
      const folder = same.slice(0, end);
      if (this.#folders.has(folder)) return;
      if (this.#files.has(folder)) throw refusedEntry(name, "what should be its folder is a file");
      this.#folders.add(folder);
    }
  }
}

/** Lists what an archive holds, and refuses the whole for one entry. */
async function listed(zip: ZipFile, limits: ArchiveLimits): Promise<Place[]> {
  if (zip.entryCount > limits.entries)
    throw refusedArchive(`The archive has ${zip.entryCount} entries; at most ${limits.entries} are taken.`);
  const mostBytes = Math.min(limits.allBytes, Math.max(limits.freeBytes, 0) + limits.ratio * zip.fileSize);
  const names = new Names();
  const places: Place[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name === null) throw refusedEntry(entry.fileNameRaw.toString("latin1"), "its name is not UTF-8");
    const fault = faultOf(entry, name, limits);
    if (fault !== null) throw refusedEntry(name, fault);
    const plain = plainName(name);
    if (plain === "" || plain.endsWith("/")) continue;
    names.add(plain);
    bytes += entry.uncompressedSize;
    if (bytes > mostBytes)
      throw refusedEntry(name, `with it the archive unpacks to more than ${sizeText(mostBytes)}, which is too much`);
    places.push({
      name: plain,
      size: entry.uncompressedSize,
      packedSize: entry.compressedSize,
      isPacked: entry.compressionMethod === DEFLATED,
      checksum: entry.crc32,
      offset: entry.relativeOffsetOfLocalHeader,
    });
  }
  refuseOverlaps(places);
  return places.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Entries that share bytes make a small archive unpack to a huge one. */
function refuseOverlaps(places: readonly Place[]): void {
  const byOffset = places.toSorted((a, b) => a.offset - b.offset);
  for (const [index, place] of byOffset.entries()) {
    const next = byOffset[index + 1];
    if (next && place.offset + place.packedSize >= next.offset)
      throw refusedEntry(next.name, `it shares its bytes with ${JSON.stringify(place.name)}`);
  }
}

/** An open archive whose list of entries was examined whole. What is read of it is counted and checked meanwhile. */
export class Archive {
  readonly #path: string;
  readonly #zip: ZipFile;
  /** By name, sorted. */
  readonly files: ReadonlyMap<string, ArchiveFile>;

  constructor(path: string, zip: ZipFile, places: Place[]) {
    [this.#path, this.#zip] = [path, zip];
    this.files = new Map(places.map((place) => [place.name, place]));
  }

  /** The bytes of the whole archive. */
  get size(): number {
    return this.#zip.fileSize;
  }

  /** Streams a file; fails where it is not what the archive says, after what was sent so far. */
  async read(name: string, { checked = true }: { checked?: boolean } = {}): Promise<Readable> {
    const place = this.files.get(name) as Place | undefined;
    if (!place) throw refusedArchive(`The archive has no ${JSON.stringify(name)}.`);
    const start = await this.#startOf(place);
    const checks = checkedBytes(place, checked);
    if (place.packedSize === 0) return checks.end();
    const packed = createReadStream(this.#path, { start, end: start + place.packedSize - 1, highWaterMark: PIECE });
    const unpacked = place.isPacked ? packed.pipe(createInflateRaw({ chunkSize: PIECE })) : packed;
    const failed = (error: Error) => checks.destroy(refusedEntry(name, `it is damaged (${error.message})`));
    for (const stream of new Set([packed, unpacked])) stream.once("error", failed);
    checks.once("close", () => {
      packed.destroy();
      unpacked.destroy();
    });
    return unpacked.pipe(checks);
  }

  /** Reads a file that is not larger than `mostBytes`. */
  async readWhole(name: string, mostBytes: number): Promise<Buffer> {
    const file = this.files.get(name);
    if (file && file.size > mostBytes) throw refusedEntry(name, `it is larger than ${sizeText(mostBytes)}`);
    return Buffer.concat(await (await this.read(name)).toArray());
  }

  close(): void {
    this.#zip.close();
  }

  async #startOf(place: Place): Promise<number> {
    try {
      const entry = { relativeOffsetOfLocalHeader: place.offset, compressedSize: place.packedSize } as Entry;
      return (await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart;
    } catch (error) {
      throw refusedEntry(place.name, `it is damaged (${reasonOf(error)})`);
    }
  }
}

/** Opens an archive and examines every name and size in it, before anything of it is read. */
export async function openArchive(path: string, limits: Partial<ArchiveLimits> = {}): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    // What the disk says is no fault of the archive.
    throw error instanceof Error && "code" in error
      ? error
      : refusedArchive(`This is not a whole .zip archive (${reasonOf(error)}).`);
  });
  try {
    return new Archive(path, zip, await listed(zip, { ...foreignLimits, ...limits }));
  } catch (error) {
    zip.close();
    if (error instanceof AppError) throw error;
    throw refusedArchive(`The archive's list of entries is damaged (${reasonOf(error)}).`);
  }
}
