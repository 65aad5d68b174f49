import { type FileHandle, open } from "node:fs/promises";

type Box = { type: string; at: number; from: number; to: number };
type Range = readonly [from: number, to: number];

/** Boxes that hold others. */
const holders = new Set(["moov", "moof", "traf", "trak", "mdia", "minf", "stbl", "udta", "meta", "ilst"]);
/** Boxes that say where something was recorded, or that hold XMP, which may say so. */
const places = new Set(["\u00A9xyz", "loci", "GPMF", "gps ", "GPS ", "XMP_"]);
/** The mark of a box of XMP among those that anybody may invent. */
const XMP = "be7acfcb97a942e89c71999491e3afac";
/** Names of facts that say so. */
const isPlace = /location|gps|iso6709|latitude|longitude/i;
/** A track of measurements beside picture and sound, such as the way of an action camera. */
const MEASURED = "meta";

/** More boxes, or a table of more bytes, no camera writes. */
const [MOST_BOXES, MOST_TABLE, MOST_DEPTH] = [20_000, 16 * 1024 ** 2, 12];
/** Bytes that are overwritten at once. */
const PIECE = 64 * 1024;

/** Written in a way in which no player finds anything further. */
class Unexpected extends Error {}
const expect = (holds: boolean) => {
  if (!holds) throw new Unexpected();
};

class Movie {
  #boxes = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {}

  async #read(from: number, length: number): Promise<Buffer> {
    expect(length >= 0 && length <= MOST_TABLE && from + length <= this.size);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.file.read(bytes, 0, length, from);
    expect(bytesRead === length);
    return bytes;
  }

  /** The boxes in a part of the file; a part that ends otherwise ends there for players as well. */
  async *#boxesIn(from: number, to: number): AsyncGenerator<Box> {
    for (let at = from; at + 8 <= to;) {
      expect((this.#boxes += 1) <= MOST_BOXES);
      const head = await this.#read(at, 8);
      const type = head.toString("latin1", 4);
      let [size, own] = [head.readUInt32BE(0), 8];
      if (size === 1) [size, own] = [Number((await this.#read(at + 8, 8)).readBigUInt64BE(0)), 16];
      if (size === 0) size = to - at;
      if (size < own || at + size > to) return;
      yield { type, at, from: at + own, to: at + size };
      at += size;
    }
  }

  async #all(from: number, to: number): Promise<Box[]> {
    const found: Box[] = [];
    for await (const box of this.#boxesIn(from, to)) found.push(box);
    return found;
  }

  async #zero(from: number, to: number): Promise<void> {
    const zeros = Buffer.alloc(Math.min(PIECE, Math.max(0, to - from)));
    for (let at = from; at < to; at += PIECE) await this.file.write(zeros, 0, Math.min(PIECE, to - at), at);
  }

  /** Makes a box one that players skip, with nothing in it: so no place in the file changes. */
  async #empty({ at, from, to }: Box): Promise<void> {
    await this.file.write(Buffer.from("free"), 0, 4, at + 4);
    await this.#zero(from, to);
  }

  /** Where the boxes in `meta` begin: QuickTime has no version in front of them. */
  async #insideMeta({ from, to }: Box): Promise<number> {
    return from + 8 <= to && (await this.#read(from, 8)).toString("latin1", 4) === "hdlr" ? from : from + 4;
  }

  /** Empties the values of named facts that say where something was recorded. */
  async #cleanFacts(inside: readonly Box[]): Promise<void> {
    const [keys, list] = [inside.find(({ type }) => type === "keys"), inside.find(({ type }) => type === "ilst")];
    if (!keys || !list) return;
    const named = new Set<number>();
    let number = 0;
    for await (const { from, to } of this.#boxesIn(keys.from + 8, keys.to)) {
      number += 1;
      if (isPlace.test((await this.#read(from, Math.min(1024, to - from))).toString("latin1"))) named.add(number);
    }
    for await (const item of this.#boxesIn(list.from, list.to))
      if (named.has(Buffer.from(item.type, "latin1").readUInt32BE(0))) await this.#zero(item.from + 16, item.to);
  }

  /** The same of facts that name themselves in the list. */
  async #cleanOwnNames(list: Box): Promise<void> {
    for await (const item of this.#boxesIn(list.from, list.to)) {
      if (item.type !== "----") continue;
      const name = (await this.#all(item.from, item.to)).find(({ type }) => type === "name");
      if (name && isPlace.test((await this.#read(name.from, Math.min(1024, name.to - name.from))).toString("latin1")))
        await this.#empty(item);
    }
  }

  async #below(box: Box, ...path: readonly string[]): Promise<Box | undefined> {
    let found: Box | undefined = box;
    for (const name of path) found = found && (await this.#all(found.from, found.to)).find(({ type }) => type === name);
    return found;
  }

  /** The numbers of a table, which begin after so many bytes of it. */
  async #numbers(table: Box, after: number, size: 4 | 8): Promise<number[]> {
    const bytes = await this.#read(table.from, table.to - table.from);
    const numbers: number[] = [];
    for (let at = after; at + size <= bytes.length; at += size)
      numbers.push(size === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at)));
    return numbers;
  }

  /** Where the samples of a track lie. */
  async #samplesOf(track: Box): Promise<Range[]> {
    const table = await this.#below(track, "mdia", "minf", "stbl");
    const inside = table ? await this.#all(table.from, table.to) : [];
    const named = (name: string) => inside.find(({ type }) => type === name);
    const [sizes, runs, near, far] = [named("stsz"), named("stsc"), named("stco"), named("co64")];
    const chunks = near ? await this.#numbers(near, 8, 4) : far ? await this.#numbers(far, 8, 8) : [];
    if (!sizes || !runs || chunks.length === 0) return [];
    const [usual = 0, , ...each] = await this.#numbers(sizes, 4, 4);
    const steps = await this.#numbers(runs, 8, 4);
    const ranges: Range[] = [];
    for (let chunk = 1, step = 0, sample = 0; chunk <= chunks.length; chunk += 1) {
      while (step + 3 < steps.length && (steps[step + 3] ?? 0) <= chunk) step += 3;
      const from = chunks[chunk - 1] ?? 0;
      let to = from;
      for (let left = steps[step + 1] ?? 0; left > 0 && to < this.size; left -= 1)
        to += usual || (each[sample++] ?? this.size);
      ranges.push([from, Math.min(to, this.size)]);
    }
    return ranges;
  }

  async #cleanTrack(track: Box): Promise<boolean> {
    const handler = await this.#below(track, "mdia", "hdlr");
    if (!handler || handler.to - handler.from < 12) return false;
    if ((await this.#read(handler.from + 8, 4)).toString("latin1") !== MEASURED) return false;
    for (const [from, to] of await this.#samplesOf(track)) await this.#zero(from, to);
    await this.#empty(track);
    return true;
  }

  async #saysPlace({ type, from, to }: Box): Promise<boolean> {
    return (
      places.has(type) || (type === "uuid" && to - from >= 16 && (await this.#read(from, 16)).toString("hex") === XMP)
    );
  }

  async clean(from = 0, to = this.size, depth = 0): Promise<void> {
    const inside = await this.#all(from, to);
    await this.#cleanFacts(inside);
    for (const box of inside) {
      if (await this.#saysPlace(box)) await this.#empty(box);
      else if (box.type === "trak" && (await this.#cleanTrack(box))) continue;
      else if (box.type === "ilst") await this.#cleanOwnNames(box);
      else if (holders.has(box.type) && depth < MOST_DEPTH)
        await this.clean(box.type === "meta" ? await this.#insideMeta(box) : box.from, box.to, depth + 1);
    }
  }
}

/** Whether a type is a container of the family of MPEG-4 and QuickTime, in which cameras and phones write. */
export const isMovie = (mediaType: string): boolean =>
  /^(?:video\/(?:mp4|x-m4v|quicktime)|audio\/(?:mp4|x-m4a))$/.test(mediaType);

/**
 * Overwrites in a film or recording where it was made: phones write that beside picture and sound. Everything else stays
 * byte for byte, and in its place.
 */
export async function forgetPlaces(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await new Movie(file, (await file.stat()).size).clean();
    await file.sync();
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
  } finally {
    await file.close();
  }
}
