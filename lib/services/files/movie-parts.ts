// A film that is written while it is made comes in parts, each of which says where its samples lie.

/** Of these, each is there where its flag says so. */
const inHead = [
  { flag: 1, length: 8 },
  { flag: 2, length: 4 },
  { flag: 8, length: 4 },
  { flag: 16, length: 4 },
];
const ofEach = [0x100, 0x200, 0x400, 0x800];

/** Bytes from a place on; zeros beyond the end. */
const at = (bytes: Buffer, from: number, length: number): Buffer =>
  Buffer.concat([bytes.subarray(from, from + length), Buffer.alloc(length)], length);

/** The track of a part, where its data begin, and the size of its samples, as far as the part's head says it. */
export function headOfPart(head: Buffer): { track: number; begin: number | null; size: number | null } {
  const flags = at(head, 1, 3).readUIntBE(0, 3);
  const found = new Map<number, Buffer>();
  let place = 8;
  for (const { flag, length } of inHead)
    if ((flags & flag) !== 0) {
      found.set(flag, at(head, place, length));
      place += length;
    }
  const begin = found.get(1);
  return {
    track: at(head, 4, 4).readUInt32BE(0),
    begin: begin ? Number(begin.readBigUInt64BE(0)) : null,
    size: found.get(16)?.readUInt32BE(0) ?? null,
  };
}

type Place = { usual: number; base: number; after: number; end: number };

/** Where the samples of one run lie, before the end of the file. */
export function rangeOfRun(run: Buffer, { usual, base, after, end }: Place): [from: number, to: number] {
  const flags = at(run, 1, 3).readUIntBE(0, 3);
  const says = (flag: number) => (flags & flag) !== 0;
  const from = Math.max(0, says(1) ? base + at(run, 8, 4).readInt32BE(0) : after);
  const each = ofEach.filter(says);
  const size = says(0x200) ? each.indexOf(0x200) * 4 : null;
  let [to, place] = [from, 8 + (says(1) ? 4 : 0) + (says(4) ? 4 : 0)];
  for (let left = at(run, 4, 4).readUInt32BE(0); left > 0 && to < end; left -= 1, place += each.length * 4)
    to += size === null ? usual || end : at(run, place + size, 4).readUInt32BE(0) || (place > run.length ? end : 0);
  return [from, Math.min(to, end)];
}
