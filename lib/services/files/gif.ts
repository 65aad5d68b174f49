const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [CONTROL, COMMENT, APPLICATION] = [0xf9, 0xfe, 0xff];
/** Bytes of the header, and of an image's descriptor before its colours. */
const [HEAD, IMAGE_HEAD] = [13, 10];

/** Bytes of the table of colours that these flags give. */
const coloursOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The end of a sequence of blocks, each with its length before it and the last one empty; -1 without an end. */
function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1 + (bytes[at] ?? 0)) if (bytes[at] === 0) return at + 1;
  return -1;
}

/** The loop count of an animation, the only extension that is kept: one block of three bytes, the first of them 1. */
function isLoop(extension: Buffer): boolean {
  const name = extension.toString("latin1", 3, 14);
  return (
    extension.length === 19 &&
    (name === "NETSCAPE2.0" || name === "ANIMEXTS1.0") &&
    extension[2] === 11 &&
    extension[14] === 3 &&
    extension[15] === 1
  );
}

/**
 * The same GIF in pieces, its frames untouched, without comments, extensions of programs, and anything after its end.
 * Null where it is written in an unexpected way.
 */
export function cleanGif(bytes: Buffer): Buffer[] | null {
  if (bytes.length < HEAD || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return null;
  let at = HEAD + coloursOf(bytes[HEAD - 3] ?? 0);
  const parts = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === TRAILER) return [...parts, bytes.subarray(at, at + 1)];
    const label = bytes[at + 1] ?? 0;
    let end: number;
    // One byte of compression follows an image's colours.
    if (kind === IMAGE) end = endOfBlocks(bytes, at + IMAGE_HEAD + coloursOf(bytes[at + IMAGE_HEAD - 1] ?? 0) + 1);
    else if (kind === EXTENSION && (label === CONTROL || label === COMMENT || label === APPLICATION))
      end = endOfBlocks(bytes, at + 2);
    else return null;
    if (end === -1) return null;
    const block = bytes.subarray(at, end);
    if (kind === IMAGE || label === CONTROL || isLoop(block)) parts.push(block);
    at = end;
  }
  return null;
}
