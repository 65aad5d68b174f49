/** Chunks that a picture needs, and those of an animation's frame. */
const kept = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const inFrame = new Set(["ALPH", "VP8 ", "VP8L"]);
/** Bytes before the first chunk, before a chunk's data, and before the chunks of a frame. */
const [HEAD, FRAME, ANMF_HEAD] = [12, 8, 16];
/** Flags of VP8X for EXIF and XMP. */
const NOTES = 0b0000_1100;

type Chunk = { type: string; bytes: Buffer };

/** The chunks between two offsets, with the padding byte after an odd one; null where they do not end there. */
function chunksOf(bytes: Buffer, from: number, to: number): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = from;
  while (at + FRAME <= to) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + FRAME + size + (size % 2);
    if (end > to) return null;
    chunks.push({ type: bytes.toString("latin1", at, at + 4), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return at === to ? chunks : null;
}

function chunksIn(bytes: Buffer): Chunk[] | null {
  if (bytes.length < HEAD || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, HEAD) !== "WEBP")
    return null;
  const end = 8 + bytes.readUInt32LE(4);
  return end > bytes.length ? null : chunksOf(bytes, HEAD, end);
}

const isFrameOnly = ({ bytes }: Chunk) =>
  chunksOf(bytes, FRAME + ANMF_HEAD, bytes.length)?.every(({ type }) => inFrame.has(type)) ?? false;

function withoutNotes({ type, bytes }: Chunk): Buffer {
  if (type !== "VP8X") return bytes;
  const head = Buffer.from(bytes);
  head.writeUInt8(head.readUInt8(FRAME) & ~NOTES, FRAME);
  return head;
}

/**
 * The same WebP in pieces, its frames untouched, without what is not needed to show it. Null where it is written in an
 * unexpected way.
 */
export function cleanWebp(bytes: Buffer): Buffer[] | null {
  const chunks = chunksIn(bytes)?.filter(({ type }) => kept.has(type));
  if (!chunks || chunks.length === 0) return null;
  if (
    chunks.some(
      (chunk) =>
        (chunk.type === "ANMF" && !isFrameOnly(chunk)) || (chunk.type === "VP8X" && chunk.bytes.length <= FRAME),
    )
  )
    return null;
  const head = Buffer.from(bytes.subarray(0, HEAD));
  head.writeUInt32LE(
    chunks.reduce((sum, chunk) => sum + chunk.bytes.length, HEAD - 8),
    4,
  );
  return [head, ...chunks.map(withoutNotes)];
}

const isLosslessChunk = ({ type, bytes }: Chunk): boolean =>
  type === "VP8L" ||
  (type === "ANMF" && (chunksOf(bytes, FRAME + ANMF_HEAD, bytes.length)?.some(isLosslessChunk) ?? false));

/** Whether a WebP is lossless. */
export const isLosslessWebp = (bytes: Buffer): boolean => chunksIn(bytes)?.some(isLosslessChunk) ?? false;
