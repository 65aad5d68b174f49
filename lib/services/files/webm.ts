import { type BytesOfFile, withBytesOf } from "./bytes-of-file";
import { isPlace, saysWhatIsTold } from "./told";
import { cleanComments } from "./vorbis-comments";

/** An element; `isOpen`: its length was not known when it was written. */
type Element = { id: number; at: number; from: number; to: number; isOpen: boolean };

const [HEADER, SEGMENT, VOID, CHECK] = [0x1a45dfa3, 0x18538067, 0xec, 0xbf];
const [INFO, TRACKS, CLUSTER, TAGS] = [0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1254c367];
const [SEEK_HEAD, CUES, CHAPTERS] = [0x114d9b74, 0x1c53bb6b, 0x1043a770];
const [TRACK, NUMBER, KIND, CODEC, PRIVATE] = [0xae, 0xd7, 0x83, 0x86, 0x63a2];
const [GROUP, BLOCK, SIMPLE_BLOCK] = [0xa0, 0xa1, 0xa3];
const [TAG, TARGETS, FACT, NAME] = [0x7373, 0x63c0, 0x67c8, 0x45a3];

/** What is kept below an element of these kinds; everything below the others is. */
const kept: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [SEGMENT, new Set([SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, CHAPTERS, TAGS, CHECK])],
  // Identities, names of a series, the unit and length of time, the date, the title, the programs.
  [INFO, new Set([0x73a4, 0x3cb923, 0x3eb923, 0x2ad7b1, 0x4489, 0x4461, 0x7ba9, 0x4d80, 0x5741, CHECK])],
  // Times, places among the others, silent tracks, blocks.
  [CLUSTER, new Set([0xe7, 0xa7, 0xab, 0x5854, 0xaf, GROUP, SIMPLE_BLOCK, CHECK])],
  [TAGS, new Set([TAG, CHECK])],
  [TAG, new Set([TARGETS, FACT, CHECK])],
]);
/** Kinds that stand in a segment, which therefore end a cluster of unknown length. */
const inSegment = new Set([SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, CHAPTERS, TAGS, 0x1941a469]);
/** Kinds of tracks for eyes and ears; the others are measurements. Words may be what a drone says of its place. */
const [shown, WORDS] = [new Set([1, 2, 3, 0x10, 0x11, 0x12]), 0x11];
/** The most bytes of what is read whole, and of facts about facts. */
const [MOST, MOST_DEPTH] = [16 * 1024 ** 2, 12];

const numberIn = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
/** The length of a number that says by its first bits how long it is. */
const lengthOf = (first: number | undefined): number => Math.clz32(first ?? 0) - 23;

class Film {
  /** Tracks that are emptied, or where they say places. */
  readonly #tracks = new Map<number, "measured" | "said">();

  constructor(private readonly bytes: BytesOfFile) {}

  async #elementAt(at: number, end: number): Promise<Element | null> {
    const head = await this.bytes.read(at, 12);
    const own = lengthOf(head[0]);
    const size = lengthOf(head[own]);
    if (own > 4 || size > 8 || head.length < own + size) return null;
    const digits = Buffer.from(head.subarray(own, own + size));
    digits[0] = digits.readUInt8(0) & (255 >> size);
    const isOpen = digits.every((digit, index) => digit === (index === 0 ? 255 >> size : 255));
    const from = at + own + size;
    return { id: numberIn(head.subarray(0, own)), at, from, to: isOpen ? end : from + numberIn(digits), isOpen };
  }

  async *#elementsIn(from: number, to: number): AsyncGenerator<Element> {
    for (let at = from; at < to;) {
      const element = await this.#elementAt(at, to);
      if (!element || element.to > to) return;
      yield element;
      at = element.isOpen && element.id === CLUSTER ? await this.#endOfCluster(element) : element.to;
    }
  }

  async #endOfCluster({ from, to }: Element): Promise<number> {
    for (let at = from; at < to;) {
      const element = await this.#elementAt(at, to);
      if (!element || inSegment.has(element.id)) return at;
      at = Math.min(to, element.to);
    }
    return to;
  }

  /** Makes an element one that players pass over, with nothing in it: so no place in the file changes. */
  async #empty({ at, from, to }: Element): Promise<void> {
    const size = Math.min(8, from - at - 1);
    const head = Buffer.alloc(1 + size);
    head.writeUInt8(VOID, 0);
    let length = to - at - head.length;
    for (let place = size; place > 0; place -= 1) {
      head.writeUInt8(length % 256, place);
      length = Math.floor(length / 256);
    }
    head.writeUInt8(head.readUInt8(1) | (256 >> size), 1);
    await this.bytes.write(head, at);
    await this.bytes.zero(at + head.length, to);
  }

  async #find({ from, to }: Element, id: number): Promise<Buffer | null> {
    for await (const element of this.#elementsIn(from, to))
      if (element.id === id) return this.bytes.read(element.from, Math.min(MOST, element.to - element.from));
    return null;
  }

  /** Notes what a track is. */
  async #look(track: Element): Promise<void> {
    const [number, kind] = [await this.#find(track, NUMBER), await this.#find(track, KIND)];
    if (!number || !kind) return;
    if (!shown.has(numberIn(kind))) this.#tracks.set(numberIn(number), "measured");
    else if (numberIn(kind) === WORDS) this.#tracks.set(numberIn(number), "said");
  }

  /** Cleans what Vorbis writes before its sound; whether anything was in it. */
  async #cleanPrivate(track: Element): Promise<boolean> {
    if ((await this.#find(track, CODEC))?.toString("latin1") !== "A_VORBIS") return false;
    for await (const { id, from, to } of this.#elementsIn(track.from, track.to)) {
      if (id !== PRIVATE || to - from > MOST) continue;
      const packets = await this.bytes.read(from, to - from);
      const comments = packets.indexOf("\x03vorbis", 0, "latin1");
      if (comments < 0 || !cleanComments(packets.subarray(comments + 7)).changed) continue;
      await this.bytes.write(packets, from);
      return true;
    }
    return false;
  }

  /** Empties a block of a track of measurements, or one in which a drone says where it is. */
  async #cleanBlock({ from, to }: Element): Promise<boolean> {
    if (this.#tracks.size === 0) return false;
    const head = await this.bytes.read(from, 8);
    const own = lengthOf(head[0]);
    if (own > 8) return false;
    const track = numberIn(head.subarray(0, own)) - 2 ** (7 * own);
    const kind = this.#tracks.get(track);
    // Behind the number of the track: its time, and flags.
    const data = from + own + 3;
    if (kind === undefined || data >= to) return false;
    if (
      kind === "said" &&
      (to - data > MOST || !isPlace.test((await this.bytes.read(data, to - data)).toString("latin1")))
    )
      return false;
    await this.bytes.zero(data, to);
    return true;
  }

  async #isTold(fact: Element): Promise<boolean> {
    return saysWhatIsTold((await this.#find(fact, NAME))?.toString("utf8").replaceAll("\0", "") ?? "");
  }

  /** Cleans one element; whether anything was in it. */
  async #cleanOne(element: Element, parent: number, depth: number): Promise<boolean> {
    const { id, from, to } = element;
    const isKept = (kept.get(parent)?.has(id) ?? id !== VOID) && depth <= MOST_DEPTH;
    if (!isKept || (id === FACT && !(await this.#isTold(element)))) {
      if (id === VOID && (await this.#isZero(element))) return false;
      await this.#empty(element);
      return true;
    }
    if (id === TRACK) {
      await this.#look(element);
      return this.#cleanPrivate(element);
    }
    if (id === BLOCK || id === SIMPLE_BLOCK) return this.#cleanBlock(element);
    if (!kept.has(id) && id !== TRACKS && id !== GROUP && id !== FACT) return false;
    return this.clean(from, id === CLUSTER && element.isOpen ? await this.#endOfCluster(element) : to, id, depth + 1);
  }

  async #isZero({ from, to }: Element): Promise<boolean> {
    for (let at = from; at < to; at += 65_536)
      if ((await this.bytes.read(at, Math.min(65_536, to - at))).some((byte) => byte !== 0)) return false;
    return true;
  }

  async clean(from: number, to: number, parent: number, depth = 0): Promise<boolean> {
    let changed = false;
    const checks: Element[] = [];
    for await (const element of this.#elementsIn(from, to)) {
      if (element.id === CHECK) checks.push(element);
      else changed = (await this.#cleanOne(element, parent, depth)) || changed;
    }
    // What it was the sum of is no longer there.
    if (changed) for (const check of checks) await this.#empty(check);
    return changed;
  }

  /** The header, the film, and nothing behind it; the pictures of a film that breaks off stay. */
  async cleanAll(): Promise<void> {
    const { size } = this.bytes;
    let at = 0;
    for (const id of [HEADER, SEGMENT]) {
      const element = await this.#elementAt(at, size);
      if (element?.id !== id) return;
      if (id === SEGMENT) await this.clean(element.from, Math.min(size, element.to), id);
      at = element.to;
    }
    await this.bytes.zero(at, size);
  }
}

/** Whether a type is a film of WebM. */
export const isWebm = (mediaType: string): boolean => mediaType === "video/webm";

/** Overwrites in a film what players do not need and people did not write. All else stays byte for byte, in its place. */
export const cleanWebm = (path: string): Promise<void> =>
  withBytesOf(path, async (bytes) => new Film(bytes).cleanAll());
