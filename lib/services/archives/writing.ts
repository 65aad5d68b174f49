import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { dirname } from "node:path";
import { Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { flush } from "../../core/flush";
import { useFastChecksums } from "../../patches/zip-checksums";
import { nameFault, sameness } from "./entry-names";

/** What was written of one file: its name in the archive, its bytes, and their SHA-256 in hexadecimal. */
export type WrittenFile = { path: string; bytes: number; sha256: string };
/** Where a file's bytes come from: memory, a stream, or a file of this machine. */
export type FileSource = Buffer | Readable | { file: string };

/** Bytes that are read and written at once. */
const PIECE = 1024 ** 2;
/** The same time in every archive, so that equal contents make equal archives. */
const TIME = new Date(1980, 0, 1);

const streamOf = (source: FileSource): Readable =>
  Buffer.isBuffer(source)
    ? Readable.from(source.length === 0 ? [] : [source], { objectMode: false })
    : source instanceof Readable
      ? source
      : createReadStream(source.file, { highWaterMark: PIECE });

/**
 * The most bytes that the system may hold before they are sent to the disk: another program's small write, which waits
 * for the disk, would wait for all of them.
 */
const MOST_UNSENT = 16 * PIECE;

/** Writes to a file and waits for each piece, so that a slow disk slows the source down. */
function intoFile(handle: FileHandle): Writable {
  let unsent = 0;
  let sending: Promise<void> = Promise.resolve();
  const take = async (piece: Buffer) => {
    await handle.writeFile(piece);
    unsent += piece.length;
    if (unsent < MOST_UNSENT) return;
    unsent = 0;
    await sending;
    sending = handle.datasync();
    // It is awaited with the next ones, or at the end.
    sending.catch(() => undefined);
  };
  return new Writable({
    highWaterMark: 4 * PIECE,
    write(piece: Buffer, _encoding, done) {
      take(piece).then(() => done(), done);
    },
    final(done) {
      sending.then(() => done(), done);
    },
  });
}

/**
 * Writes an archive beside its place and gives it its name when it is whole and on disk. Files are added in the order
 * of their names; `last` is for a list of those before it.
 */
export class ArchiveWriter {
  readonly #path: string;
  readonly #zip = new ZipFile();
  readonly #handle: FileHandle;
  readonly #written: Promise<void>;
  readonly #names = new Set<string>();
  /** Rejects when the archive cannot be written. */
  readonly #failed: Promise<never>;
  #latest = "";
  /** What was added so far. */
  readonly files: WrittenFile[] = [];

  private constructor(path: string, handle: FileHandle) {
    [this.#path, this.#handle] = [path, handle];
    this.#written = pipeline(this.#zip.outputStream, intoFile(handle));
    this.#failed = new Promise((_, reject) => {
      this.#zip.once("error", reject);
      this.#written.catch(reject);
    });
    this.#failed.catch(() => undefined);
  }

  /** Begins an archive that nobody else may read; refuses where a file of this name is. */
  static async begin(path: string): Promise<ArchiveWriter> {
    useFastChecksums();
    return new ArchiveWriter(path, await open(`${path}.unfinished`, "wx", 0o600));
  }

  /** The file that is written, until `finish` gives it its name. */
  get unfinished(): string {
    return `${this.#path}.unfinished`;
  }

  /** Adds a file; texts are worth being deflated, pictures are not. */
  async add(
    name: string,
    source: FileSource,
    { deflate, last = false, onBytes }: { deflate: boolean; last?: boolean; onBytes?: (bytes: number) => void },
  ) {
    const same = sameness(name);
    if (nameFault(name) !== null || this.#names.has(same)) throw new Error(`"${name}" cannot be a name in an archive.`);
    if (!last && name <= this.#latest) throw new Error(`"${name}" comes after "${this.#latest}" in an archive.`);
    this.#names.add(same);
    this.#latest = name;
    const hash = createHash("sha256");
    let bytes = 0;
    const noted = new Transform({
      highWaterMark: PIECE,
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        bytes += piece.length;
        onBytes?.(piece.length);
        done(null, piece);
      },
    });
    const options = { mtime: TIME, mode: 0o100600, compress: deflate, forceDosTimestamp: true };
    this.#zip.addReadStream(noted, name, options);
    await Promise.race([pipeline(streamOf(source), noted), this.#failed]);
    const file = { path: name, bytes, sha256: hash.digest("hex") };
    this.files.push(file);
    return file;
  }

  /**
   * Ends the archive. `fingerprint` has room for a comment of so many characters at its end, and makes it once everything
   * before it is on disk.
   */
  async finish(fingerprint?: {
    length: number;
    make: (file: string, bytes: number) => Promise<string>;
  }): Promise<void> {
    this.#zip.end({ forceZip64Format: false, comment: fingerprint ? " ".repeat(fingerprint.length) : "" });
    await Promise.race([this.#written, this.#failed]);
    if (fingerprint) {
      const before = (await this.#handle.stat()).size - fingerprint.length;
      await this.#handle.sync();
      await this.#handle.write(
        Buffer.from(await fingerprint.make(this.unfinished, before)),
        0,
        fingerprint.length,
        before,
      );
    }
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.unfinished, this.#path);
    flush(dirname(this.#path));
  }

  /** Removes what was written, after a failure. */
  async abandon(): Promise<void> {
    (this.#zip.outputStream as Readable).destroy();
    await this.#written.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(this.unfinished, { force: true });
  }
}
