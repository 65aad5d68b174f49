type Box = { type: string; from: number; to: number };
type Range = readonly [from: number, to: number];

/** Boxes of a still picture: of the file, of `meta`, and the allowed properties of an item. */
const ofFile = new Set(["ftyp", "meta", "mdat"]);
const ofMeta = new Set(["hdlr", "pitm", "iinf", "iloc", "iprp", "iref", "idat"]);
const properties = new Set([
  "ispe",
  "pixi",
  "av1C",
  "colr",
  "pasp",
  "clap",
  "irot",
  "imir",
  "auxC",
  "clli",
  "mdcv",
  "a1op",
  "lsel",
  "a1lx",
]);
const pictures = new Set(["av01", "grid", "iovl", "tmap"]);
/** EXIF, and texts such as XMP. */
const notes = new Set(["Exif", "mime"]);
/** Version and flags of a box that has them. */
const FULL = 4;

class Unexpected extends Error {}
const expect = (holds: boolean) => {
  if (!holds) throw new Unexpected();
};

function boxes(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  let at = from;
  while (at < to) {
    expect(at + 8 <= to);
    const size = bytes.readUInt32BE(at);
    // Only lengths that are given, in 32 bits.
    expect(size >= 8 && at + size <= to);
    found.push({ type: bytes.toString("latin1", at + 4, at + 8), from: at + 8, to: at + size });
    at += size;
  }
  return found;
}

function only(all: readonly Box[], type: string): Box {
  const [found, ...more] = all.filter((box) => box.type === type);
  if (!found || more.length > 0) throw new Unexpected();
  return found;
}

/** Reads numbers in sequence within one box. */
function numbers(bytes: Buffer, { from, to }: Box): (size: number) => number {
  let at = from;
  return (size) => {
    expect(at + size <= to && size <= 6);
    at += size;
    return size === 0 ? 0 : bytes.readUIntBE(at - size, size);
  };
}

type Item = { id: number; isNote: boolean; entry: Box };

function itemsOf(bytes: Buffer, iinf: Box): Item[] {
  const next = numbers(bytes, iinf);
  const [version, start] = [next(1), next(3)];
  const count = next(version === 0 ? 2 : 4);
  const entries = boxes(bytes, iinf.from + FULL + (version === 0 ? 2 : 4), iinf.to);
  expect(start === 0 && entries.length === count);
  return entries.map((entry) => {
    const read = numbers(bytes, entry);
    const version = read(1);
    const idSize = version === 2 ? 2 : 4;
    expect(entry.type === "infe" && (version === 2 || version === 3));
    read(3);
    const id = read(idSize);
    expect(read(2) === 0);
    const type = bytes.toString("latin1", entry.from + FULL + idSize + 2, entry.from + FULL + idSize + 6);
    expect(pictures.has(type) || notes.has(type));
    return { id, isNote: notes.has(type), entry: { type, from: entry.from + FULL + idSize + 2, to: entry.to } };
  });
}

/** The places of each item's bytes in the file. */
function placesOf(bytes: Buffer, iloc: Box, idat: Box | undefined): Map<number, Range[]> {
  const next = numbers(bytes, iloc);
  const version = next(1);
  next(3);
  const [sizes, more] = [next(1), next(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    more >> 4,
    version === 0 ? 0 : more & 15,
  ];
  const places = new Map<number, Range[]>();
  expect(version <= 2 && lengthSize > 0);
  for (let left = next(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    expect(next(2) === 0 && method <= 1 && !places.has(id));
    const base = next(baseSize) + (method === 1 ? (idat?.from ?? Number.NaN) : 0);
    const ranges: Range[] = [];
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(indexSize);
      const from = base + next(offsetSize);
      const length = next(lengthSize);
      expect(length > 0 && from + length <= bytes.length);
      ranges.push([from, from + length]);
    }
    places.set(id, ranges);
  }
  return places;
}

/** Overwrites a range with zeros except for these parts. */
function empty(bytes: Buffer, { from, to }: Pick<Box, "from" | "to">, kept: readonly Range[]): void {
  let at = from;
  for (const [start, end] of kept.toSorted(([a], [b]) => a - b)) {
    if (end <= from || start >= to) continue;
    if (start > at) bytes.fill(0, at, start);
    at = Math.max(at, end);
  }
  if (at < to) bytes.fill(0, at, to);
}

/**
 * The same AVIF with its pictures untouched and in place: everything else is overwritten with zeros, so that no offset
 * changes. Null where it is written in an unexpected way.
 */
export function cleanAvif(bytes: Buffer): Buffer[] | null {
  try {
    const out = Buffer.from(bytes);
    const file = boxes(out, 0, out.length);
    expect(file.every(({ type }) => ofFile.has(type)));
    const metaBox = only(file, "meta");
    const meta = boxes(out, metaBox.from + FULL, metaBox.to);
    expect(meta.every(({ type }) => ofMeta.has(type)));
    const ipco = only(boxes(out, only(meta, "iprp").from, only(meta, "iprp").to), "ipco");
    expect(boxes(out, ipco.from, ipco.to).every(({ type }) => properties.has(type)));
    const items = itemsOf(out, only(meta, "iinf"));
    const idat = meta.find(({ type }) => type === "idat");
    const places = placesOf(out, only(meta, "iloc"), idat);
    const kept = items.filter(({ isNote }) => !isNote).flatMap(({ id }) => places.get(id) ?? []);
    for (const box of [...file.filter(({ type }) => type === "mdat"), ...(idat ? [idat] : [])]) empty(out, box, kept);
    for (const { isNote, entry } of items) {
      // Readers skip unknown types; names are for people.
      if (isNote) out.write("skip", entry.from, "latin1");
      out.fill(0, entry.from + 4, entry.to);
    }
    const handler = only(meta, "hdlr");
    expect(handler.to - handler.from >= 21);
    out.fill(0, handler.from + 20, handler.to);
    return [out];
  } catch (error) {
    if (error instanceof Unexpected) return null;
    throw error;
  }
}
