import { type BytesOfFile, withBytesOf } from "./bytes-of-file";
import { forgetNotes } from "./covers";
import { endOfTag } from "./id3";
import { cleanComments } from "./vorbis-comments";

/** A page: where it lies, where its data begin and end, and the lengths of the parts of packets in it. */
type Page = {
  at: number;
  from: number;
  to: number;
  stream: number;
  begins: boolean;
  continues: boolean;
  parts: number[];
};
/** A packet of the beginning of a stream, which several pages may hold. */
type Packet = { pages: Page[]; places: { at: number; length: number }[]; length: number };

/** What is before the comments in the packets that hold them. */
const marks = ["\x03vorbis", "OpusTags"] as const;
/** The most packets before the sound of a stream, and the most bytes of one. */
const [MOST_PACKETS, MOST_BYTES] = [130, 64 * 1024 ** 2];

const checks = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum;
});
const checkOf = (bytes: Buffer): number => {
  let sum = 0;
  for (const byte of bytes) sum = ((sum << 8) ^ (checks[((sum >>> 24) ^ byte) & 255] ?? 0)) >>> 0;
  return sum;
};

async function pageAt(bytes: BytesOfFile, at: number): Promise<Page | null> {
  const head = await bytes.read(at, 27 + 255);
  if (head.length < 27 || head.toString("latin1", 0, 4) !== "OggS") return null;
  const lengths = [...head.subarray(27, 27 + head.readUInt8(26))];
  const from = at + 27 + lengths.length;
  const flags = head.readUInt8(5);
  return {
    at,
    from,
    to: from + lengths.reduce((sum, length) => sum + length, 0),
    stream: head.readUInt32LE(14),
    begins: (flags & 2) !== 0,
    continues: (flags & 1) !== 0,
    parts: lengths,
  };
}

/** Cleans the packet of a FLAC that begins as its blocks do; whether anything was in it. */
function cleanBlock(packet: Buffer): boolean {
  const kind = packet.readUInt8(0) & 127;
  if (kind === 4) return cleanComments(packet.subarray(4)).changed;
  if (kind === 1 || kind === 2) return packet.subarray(4).some((byte) => byte !== 0) && Boolean(packet.fill(0, 4));
  return forgetNotes(packet);
}

/** Cleans a packet that stands before the sound; whether anything was in it. */
function cleanPacket(first: Buffer, packet: Buffer, number: number): boolean {
  if (packet.length < 8) return false;
  const name = first.toString("latin1", 0, 8);
  if (name.startsWith("\x7fFLAC")) return number > 0 && packet.readUInt8(0) !== 255 && cleanBlock(packet);
  if (number !== 1) return false;
  const mark = marks.find((each) => packet.toString("latin1", 0, each.length) === each);
  if (mark === undefined && !name.startsWith("Speex")) return false;
  const comments = packet.subarray(mark?.length ?? 0);
  const { end, changed } = cleanComments(comments);
  // What follows has no meaning, but for one bit of Vorbis.
  const rest = comments.subarray(end + (mark === marks[0] ? 1 : 0));
  if (rest.every((byte) => byte === 0)) return changed;
  rest.fill(0);
  return true;
}

class Recording {
  readonly #streams = new Map<number, { first: Buffer; number: number; open: Packet | null }>();

  constructor(private readonly bytes: BytesOfFile) {}

  async #bytesOf({ places }: Packet): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (const { at, length } of places) parts.push(await this.bytes.read(at, length));
    return Buffer.concat(parts);
  }

  async #store({ places, pages }: Packet, packet: Buffer): Promise<void> {
    let done = 0;
    for (const { at, length } of places) {
      await this.bytes.write(packet.subarray(done, done + length), at);
      done += length;
    }
    for (const { at, to } of pages) {
      const page = await this.bytes.read(at, to - at);
      page.writeUInt32LE(0, 22);
      page.writeUInt32LE(checkOf(page), 22);
      await this.bytes.write(page.subarray(22, 26), at + 22);
    }
  }

  /** Takes the packets of a page that belong to the beginning of its stream. */
  async #take(page: Page): Promise<void> {
    if (page.begins) this.#streams.set(page.stream, { first: Buffer.alloc(0), number: 0, open: null });
    const stream = this.#streams.get(page.stream);
    if (!stream) return;
    if (!page.continues) stream.open = null;
    let at = page.from;
    for (const length of page.parts) {
      const packet: Packet = (stream.open ??= { pages: [], places: [], length: 0 });
      const last = packet.places.at(-1);
      if (last && last.at + last.length === at) last.length += length;
      else {
        packet.places.push({ at, length });
        packet.pages.push(page);
      }
      packet.length += length;
      at += length;
      if (packet.length > MOST_BYTES) return void this.#streams.delete(page.stream);
      if (length === 255) continue;
      stream.open = null;
      const bytes = await this.#bytesOf(packet);
      if (stream.number === 0) stream.first = bytes;
      if (cleanPacket(stream.first, bytes, stream.number)) await this.#store(packet, bytes);
      stream.number += 1;
      const isFlac = stream.first.toString("latin1", 0, 5) === "\x7fFLAC";
      if (stream.number > (isFlac ? MOST_PACKETS : 1) || (isFlac && bytes[0] === 255))
        return void this.#streams.delete(page.stream);
    }
  }

  /** Where the next page begins, or the end of the file. */
  async #nextPage(from: number): Promise<number> {
    for (let at = from; at < this.bytes.size; at += 60_000) {
      const found = (await this.bytes.read(at, 60_003)).indexOf("OggS", 0, "latin1");
      if (found >= 0) return at + found;
    }
    return this.bytes.size;
  }

  async clean(from: number): Promise<void> {
    for (let at = from; at < this.bytes.size;) {
      const page = await pageAt(this.bytes, at);
      if (!page) {
        const next = await this.#nextPage(at + 1);
        await this.bytes.zero(at, next);
        at = next;
      } else {
        if (page.to <= this.bytes.size) await this.#take(page);
        at = page.to;
      }
    }
  }
}

/** Whether a type is sound in pages of Ogg. */
export const isOgg = (mediaType: string): boolean => mediaType.startsWith("audio/ogg");

/** Overwrites in a recording what people did not write about it. The sound stays byte for byte, and all in its place. */
export const cleanOgg = (path: string): Promise<void> =>
  withBytesOf(path, async (bytes) => new Recording(bytes).clean(await endOfTag(bytes)));
