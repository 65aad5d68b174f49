import { type FileHandle, open } from "node:fs/promises";

/** How the notes of cameras begin in a JPEG: EXIF, XMP, and those of editors, which name towns. */
const marks = [
  "Exif\0\0",
  "http://ns.adobe.com/xap/1.0/\0",
  "http://ns.adobe.com/xmp/extension/\0",
  "Photoshop 3.0\0",
] as const;
/** EXIF in a PNG. */
const CHUNK = "eXIf";

/** The most bytes of one part of what is written around a recording, and the most parts; no program writes more. */
const [MOST, MOST_PARTS] = [64 * 1024 ** 2, 1_000];

/** Overwrites what cameras noted in the pictures among some bytes; whether there was anything. */
export function forgetNotes(bytes: Buffer): boolean {
  let found = false;
  const empty = (from: number, to: number) => {
    bytes.fill(0, from, Math.min(bytes.length, Math.max(from, to)));
    found = true;
  };
  for (const mark of marks)
    for (let at = bytes.indexOf(mark, 2, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
      // A segment's length stands before its name and counts itself.
      empty(at, at - 2 + bytes.readUInt16BE(at - 2));
  for (let at = bytes.indexOf(CHUNK, 4, "latin1"); at !== -1; at = bytes.indexOf(CHUNK, at + 1, "latin1"))
    empty(at + CHUNK.length, at + CHUNK.length + bytes.readUInt32BE(at - 4));
  return found;
}

type Part = readonly [from: number, to: number];

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

/** The end of the tag that begins here; here where none does. Of each of the four bytes of its length, seven bits count. */
async function endOfTag(file: FileHandle, from: number): Promise<number> {
  const head = await bytesAt(file, from, 10);
  if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return from;
  return from + 10 + head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
}

/** What is written around a recording: tags, the blocks before the sound of a FLAC, the chunks beside that of a WAV. */
async function partsAround(file: FileHandle, size: number): Promise<Part[]> {
  const tagged = await endOfTag(file, 0);
  const parts: Part[] = tagged > 0 ? [[0, tagged]] : [];
  const name = (await bytesAt(file, tagged, 4)).toString("latin1");
  if (name === "fLaC")
    for (let at = tagged + 4, isLast = false; !isLast && at + 4 <= size && parts.length < MOST_PARTS;) {
      const head = await bytesAt(file, at, 4);
      const end = at + 4 + head.readUIntBE(1, 3);
      isLast = head.readUInt8(0) >= 128;
      parts.push([at + 4, end]);
      at = end;
    }
  if (name === "RIFF")
    for (let at = tagged + 12, seen = 0; at + 8 <= size && seen < MOST_PARTS; seen += 1) {
      const head = await bytesAt(file, at, 8);
      const end = at + 8 + head.readUInt32LE(4);
      if (head.toString("latin1", 0, 4) !== "data") parts.push([at + 8, end]);
      at = end + (end % 2);
    }
  return parts;
}

/** Whether a type is a recording whose cover is a picture among its tags. */
export const hasCover = (mediaType: string): boolean => /^audio\/(?:mpeg|aac|flac|wav)$/.test(mediaType);

/** Overwrites in the cover of a recording what the camera noted, such as where the picture was taken. All else stays. */
export async function forgetCoverNotes(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    for (const [from, to] of await partsAround(file, size)) {
      if (from >= size || to - from > MOST) continue;
      const bytes = await bytesAt(file, from, Math.min(to, size) - from);
      if (forgetNotes(bytes)) await file.write(bytes, 0, bytes.length, from);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
