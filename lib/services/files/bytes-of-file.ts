import { type FileHandle, open } from "node:fs/promises";

/** Bytes that are read or overwritten at once. */
const PIECE = 64 * 1024;

/** A file that is read in small parts one after the other, and overwritten in places. */
export class BytesOfFile {
  #piece = Buffer.alloc(0);
  #at = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

  /** So many bytes, fewer at the end of the file. */
  async read(from: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, this.size - from);
    if (wanted <= 0) return Buffer.alloc(0);
    if (from < this.#at || from + wanted > this.#at + this.#piece.length) {
      const { buffer, bytesRead } = await this.file.read(Buffer.alloc(Math.max(PIECE, wanted)), 0, null, from);
      [this.#piece, this.#at] = [buffer.subarray(0, bytesRead), from];
    }
    return Buffer.from(this.#piece.subarray(from - this.#at, from - this.#at + wanted));
  }

  async write(bytes: Buffer, at: number): Promise<void> {
    await this.file.write(bytes, 0, bytes.length, at);
    this.#piece = Buffer.alloc(0);
  }

  async zero(from: number, to: number): Promise<void> {
    const zeros = Buffer.alloc(Math.min(PIECE, Math.max(0, to - from)));
    for (let at = from; at < to; at += PIECE) await this.write(zeros.subarray(0, Math.min(PIECE, to - at)), at);
  }
}

/** Does something with the bytes of a file, which are on disk afterwards. */
export async function withBytesOf(path: string, work: (bytes: BytesOfFile) => Promise<void>): Promise<void> {
  const file = await open(path, "r+");
  try {
    await work(new BytesOfFile(file, (await file.stat()).size));
    await file.sync();
  } finally {
    await file.close();
  }
}
