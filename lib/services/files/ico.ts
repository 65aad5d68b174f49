/** Bytes of the file's head, and of the entry of each picture. */
const [HEAD, ENTRY] = [6, 16];

/** An .ico file of square PNGs, which every reader of the format has understood for years. */
export function icoOf(sizes: readonly number[], pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.byteLength;
  for (const [index, { byteLength }] of pictures.entries()) {
    const entry = HEAD + ENTRY * index;
    const size = sizes[index] ?? 0;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(byteLength, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += byteLength;
  }
  return Buffer.concat([head, ...pictures]);
}
