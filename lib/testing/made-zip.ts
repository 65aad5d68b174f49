import { deflateRawSync } from "node:zlib";

/** An entry of an archive made by a test, which may lie in every field. */
export type MadeEntry = {
  name: string | Buffer;
  data?: Buffer | string;
  deflate?: boolean;
  /** Unix type and rights. */
  mode?: number;
  method?: number;
  flags?: number;
  /** What the list of entries says instead of the truth. */
  size?: number;
  packedSize?: number;
  checksum?: number;
  /** The entry whose bytes it has as well. */
  bytesOf?: number;
};

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const checksumOf = (data: Buffer): number =>
  (data.reduce((sum, byte) => (sum >>> 8) ^ (table[(sum ^ byte) & 255] ?? 0), 0xffffffff) ^ 0xffffffff) >>> 0;

/** Makes an archive as `entries` say, and not as a careful program would; `count` is what its end says. */
export function madeZip(entries: readonly MadeEntry[], { comment = "", count = entries.length } = {}): Buffer {
  const [bodies, list]: [Buffer[], Buffer[]] = [[], []];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? "");
    const packed = entry.deflate ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name);
    const [method, flags] = [entry.method ?? (entry.deflate ? 8 : 0), entry.flags ?? 0x800];
    const [size, packedSize] = [entry.size ?? data.length, entry.packedSize ?? packed.length];
    const checksum = entry.checksum ?? checksumOf(data);
    const start = entry.bytesOf === undefined ? offset : (offsets[entry.bytesOf] ?? 0);
    offsets.push(start);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packedSize, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(start, 10);
    list.push(Buffer.from([0x50, 0x4b, 1, 2, 63, 3]), fields, tail, name);
    if (entry.bytesOf !== undefined) continue;
    bodies.push(Buffer.from([0x50, 0x4b, 3, 4]), fields, name, packed);
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, directory, end, Buffer.from(comment)]);
}
