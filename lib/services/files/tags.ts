import { type BytesOfFile, withBytesOf } from "./bytes-of-file";
import { forgetNotes } from "./covers";
import { cleanTag, endOfTag } from "./id3";
import { cleanComments } from "./vorbis-comments";

/** The most bytes of one part of what is written around a recording, and the most parts; no program writes more. */
const [MOST, MOST_PARTS] = [64 * 1024 ** 2, 1_000];

/** A part of what is written around a recording, and what is done with its bytes; whether there was anything. */
type Part = { from: number; to: number; clean: (bytes: Buffer) => boolean };

function empty(bytes: Buffer): boolean {
  if (bytes.every((byte) => byte === 0)) return false;
  bytes.fill(0);
  return true;
}
/** Both, the second also where the first found something. */
const tag = (bytes: Buffer): boolean => [cleanTag(bytes), forgetNotes(bytes)].includes(true);
/** The same of what has a head of its own in front. */
const after = (length: number, clean: (bytes: Buffer) => boolean) => (bytes: Buffer) => clean(bytes.subarray(length));

/** The kinds of blocks before the sound of a FLAC: room for others, what programs note for themselves, comments, pictures. */
const blocks: Readonly<Record<number, Part["clean"]>> = {
  1: empty,
  2: after(4, empty),
  4: (bytes) => cleanComments(bytes).changed,
  6: forgetNotes,
};
/** The chunks of a WAV that players need or people write. */
const chunks = new Set(["fmt ", "fact", "cue ", "plst", "LIST", "smpl", "inst", "bext", "cart", "PEAK", "ds64"]);

async function blocksOf(bytes: BytesOfFile, from: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (let at = from, isLast = false; !isLast && at + 4 <= bytes.size && parts.length < MOST_PARTS;) {
    const head = await bytes.read(at, 4);
    const to = at + 4 + head.readUIntBE(1, 3);
    isLast = head.readUInt8(0) >= 128;
    parts.push({ from: at + 4, to, clean: blocks[head.readUInt8(0) & 127] ?? (() => false) });
    at = to;
  }
  return parts;
}

async function chunksOf(bytes: BytesOfFile, from: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (let at = from; at + 8 <= bytes.size && parts.length < MOST_PARTS;) {
    const head = await bytes.read(at, 8);
    const name = head.toString("latin1", 0, 4);
    const to = at + 8 + head.readUInt32LE(4);
    const clean = /^id3 $/i.test(name) ? tag : chunks.has(name) ? forgetNotes : empty;
    parts.push({ from: at + 8, to, clean: name === "data" ? () => false : clean });
    at = to + (to % 2);
  }
  return parts;
}

/** What is written around a recording: tags, the blocks before the sound of a FLAC, the chunks beside that of a WAV. */
async function partsAround(bytes: BytesOfFile): Promise<Part[]> {
  const tagged = await endOfTag(bytes);
  const name = (await bytes.read(tagged, 4)).toString("latin1");
  return [
    ...(tagged > 0 ? [{ from: 0, to: tagged, clean: tag }] : []),
    ...(name === "fLaC" ? await blocksOf(bytes, tagged + 4) : []),
    ...(name === "RIFF" ? await chunksOf(bytes, tagged + 12) : []),
  ];
}

/** Whether a type is a recording that has tags around its sound. */
export const hasTags = (mediaType: string): boolean => /^audio\/(?:mpeg|aac|flac|wav|ogg.*)$/.test(mediaType);

/** Overwrites in the tags of a recording what people did not write, such as where it was made, also in its cover. All else stays. */
export const cleanTags = (path: string): Promise<void> =>
  withBytesOf(path, async (bytes) => {
    for (const { from, to, clean } of await partsAround(bytes)) {
      if (from >= bytes.size || to - from > MOST) continue;
      const part = await bytes.read(from, to - from);
      if (clean(part)) await bytes.write(part, from);
    }
  });
