import { type FileHandle, open } from "node:fs/promises";
import { forgetNotes } from "./covers";
import { headOfPart, rangeOfRun } from "./movie-parts";
import { AROUND, BETWEEN, COVER, holders, needed, shown, spoken, told } from "./movie-names";
import { isPlace, saysWhatIsTold } from "./told";

type Box = { type: string; at: number; from: number; to: number };
type Range = readonly [from: number, to: number];

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
  /** The numbers of tracks that were emptied, with the usual sizes of their samples in later parts of the film. */
  readonly #emptied = new Map<number, number>();

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

  /** Whether a box is one that players need, or that holds what people wrote. */
  async #isKept({ type, from, to }: Box): Promise<boolean> {
    return (
      needed.has(type) ||
      told.has(type) ||
      type === "----" ||
      (type === "uuid" && to - from >= 16 && (await this.#read(from, 16)).toString("hex") === AROUND)
    );
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

  async #isTold({ from, to }: Box, after: number): Promise<boolean> {
    return saysWhatIsTold((await this.#read(from + after, Math.min(1024, to - from - after))).toString("latin1"));
  }

  /** Empties the values of named facts, but of those that people write. */
  async #cleanFacts(inside: readonly Box[]): Promise<void> {
    const [keys, list] = [inside.find(({ type }) => type === "keys"), inside.find(({ type }) => type === "ilst")];
    if (!keys || !list) return;
    const told = new Set<number>();
    let number = 0;
    for await (const key of this.#boxesIn(keys.from + 8, keys.to)) {
      number += 1;
      if (await this.#isTold(key, 0)) told.add(number);
    }
    for await (const item of this.#boxesIn(list.from, list.to))
      if (!told.has(Buffer.from(item.type, "latin1").readUInt32BE(0))) await this.#zero(item.from + 16, item.to);
  }

  /** The same of facts that name themselves in a list. */
  async #cleanList(list: Box): Promise<void> {
    for await (const item of this.#boxesIn(list.from, list.to)) {
      const own = item.type === "----" ? await this.#below(item, "name") : undefined;
      if (own ? !(await this.#isTold(own, 4)) : !told.has(item.type)) await this.#empty(item);
      else if (item.type === COVER) await this.#cleanCover(item);
    }
  }

  async #cleanCover({ from, to }: Box): Promise<void> {
    const bytes = await this.#read(from, to - from);
    if (forgetNotes(bytes)) await this.file.write(bytes, 0, bytes.length, from);
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

  /** Whether something said in a track is where it was made. */
  async #saysPlaces(ranges: readonly Range[]): Promise<boolean> {
    let left = MOST_TABLE;
    for (const [from, to] of ranges) {
      if (to <= from) continue;
      left -= to - from;
      if (left < 0) return false;
      if (isPlace.test((await this.#read(from, to - from)).toString("latin1"))) return true;
    }
    return false;
  }

  /** Empties a track of measurements. */
  async #cleanTrack(track: Box): Promise<boolean> {
    const handler = await this.#below(track, "mdia", "hdlr");
    if (!handler || handler.to - handler.from < 12) return false;
    const kind = (await this.#read(handler.from + 8, 4)).toString("latin1");
    if (shown.has(kind) && !spoken.has(kind)) return false;
    const samples = await this.#samplesOf(track);
    if (shown.has(kind) && !(await this.#saysPlaces(samples))) return false;
    for (const [from, to] of samples) await this.#zero(from, to);
    const head = await this.#below(track, "tkhd");
    if (head) this.#emptied.set(await this.#trackIn(head), 0);
    await this.#empty(track);
    return true;
  }

  /** The number of a track in its head, behind two times of the length that its version says. */
  async #trackIn({ from }: Box): Promise<number> {
    const [version = 0] = await this.#read(from, 1);
    return (await this.#read(from + (version === 1 ? 20 : 12), 4)).readUInt32BE(0);
  }

  /** Notes the usual sizes of samples, which a film says once that is written in parts. */
  async #noteUsualSizes(parts: Box): Promise<void> {
    for await (const { type, from } of this.#boxesIn(parts.from, parts.to)) {
      if (type !== "trex") continue;
      const facts = await this.#read(from + 4, 16);
      if (this.#emptied.has(facts.readUInt32BE(0))) this.#emptied.set(facts.readUInt32BE(0), facts.readUInt32BE(12));
    }
  }

  /** Empties what a later part of a film has of a track that was emptied; `part` begins where `base` is. */
  async #cleanPart(part: Box, base: number): Promise<void> {
    const head = await this.#below(part, "tfhd");
    if (!head || this.#emptied.size === 0) return;
    const { track, begin, size } = headOfPart(await this.#read(head.from, head.to - head.from));
    const usual = size ?? this.#emptied.get(track);
    if (usual === undefined || !this.#emptied.has(track)) return;
    let after = begin ?? base;
    for await (const { type, from, to } of this.#boxesIn(part.from, part.to)) {
      if (type !== "trun") continue;
      const range = rangeOfRun(await this.#read(from, to - from), {
        usual,
        base: begin ?? base,
        after,
        end: this.size,
      });
      await this.#zero(...range);
      after = range[1];
    }
    await this.#empty(part);
  }

  /** Empties the boxes between samples that a table names. */
  async #cleanBetween(table: Box): Promise<void> {
    const numbers = await this.#numbers(table, 8, 4);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [from = 0, size = 0] = [numbers[at], numbers[at + 1]];
      if (size < 8 || from + size > this.size) continue;
      if ((await this.#read(from + 4, 4)).toString("latin1") === "free") await this.#zero(from + 8, from + size);
    }
  }

  async clean(from = 0, to = this.size, depth = 0): Promise<void> {
    const inside = await this.#all(from, to);
    await this.#cleanFacts(inside);
    const hasKeys = inside.some(({ type }) => type === "keys");
    for (const box of inside) {
      if (box.type === BETWEEN) await this.#cleanBetween(box);
      if (box.type === "trak" && (await this.#cleanTrack(box))) continue;
      if (box.type === "mvex") await this.#noteUsualSizes(box);
      if (box.type === "moof")
        for (const part of await this.#all(box.from, box.to))
          if (part.type === "traf") await this.#cleanPart(part, box.at);
      if (box.type === "ilst") await (hasKeys ? undefined : this.#cleanList(box));
      else if (holders.has(box.type) && depth < MOST_DEPTH)
        await this.clean(box.type === "meta" ? await this.#insideMeta(box) : box.from, box.to, depth + 1);
      else if (!(await this.#isKept(box))) await this.#empty(box);
    }
    await this.#cleanRest(inside.at(-1)?.to ?? from, to);
  }

  /** Empties what is no box, such as a camera's own notes at the end; the samples of a film that breaks off stay. */
  async #cleanRest(from: number, to: number): Promise<void> {
    if (from >= to) return;
    if (from + 8 <= to && (await this.#read(from + 4, 4)).toString("latin1") === "mdat") return;
    await this.#zero(from, to);
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
