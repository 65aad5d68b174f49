import type { BytesOfFile } from "./bytes-of-file";
import { saysWhatIsTold } from "./told";

/** How a version of the tag writes its frames. */
type Way = { name: number; size: number; head: number; read: (bytes: Buffer) => number };

const sevens = (bytes: Buffer): number => bytes.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
const eights = (bytes: Buffer): number => bytes.readUIntBE(0, bytes.length);
const ways: Readonly<Record<number, Way>> = {
  2: { name: 3, size: 3, head: 6, read: eights },
  3: { name: 4, size: 4, head: 10, read: eights },
  4: { name: 4, size: 4, head: 10, read: sevens },
};

/** Frames that people and players know: texts, words, addresses, pictures, chapters, loudness. */
const isKnown =
  /^(?:T(?!XXX?$)[A-Z\d]{2,3}|W[A-Z\d]{2,3}|COMM?|USLT?|SYLT?|UL[T]|SLT|APIC|PIC|CHAP|CTOC|RVA[2D]?|RVRB|REV|EQU[2A]?|POPM?|PCNT|CNT|PCST|MCDI|MCI|MLLT?|ETCO?|ETC|SYTC|STC|UFID?|UFI|OWNE|USER|COMR|SEEK|ASPI|GRP1|MVNM|MVIN|IPLS?|XSO[PAT]|XDOR)$/;

/** The end of the tag that begins here; here where none does. Of each of the four bytes of its length, seven bits count. */
export async function endOfTag(bytes: BytesOfFile, from = 0): Promise<number> {
  const head = await bytes.read(from, 10);
  return head.length < 10 || head.toString("latin1", 0, 3) !== "ID3" ? from : from + 10 + sevens(head.subarray(6));
}

/** The name of a fact of the frame for all others. */
function nameOfFact(inside: Buffer): string {
  const [coding, rest] = [inside[0], inside.subarray(1)];
  if (coding !== 1 && coding !== 2) return rest.toString("utf8").split("\0", 1)[0] ?? "";
  const isLittle = coding === 1 && rest[0] === 0xff;
  const even = Buffer.from(rest.subarray(0, rest.length - (rest.length % 2)));
  return (isLittle ? even : even.swap16()).toString("utf16le").replace("\uFEFF", "").split("\0", 1)[0] ?? "";
}

/** The bytes without the zeros behind some of them. */
const unstuffed = (bytes: Buffer): Buffer => bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 255) as Buffer;

type Frame = { name: string; inside: Buffer };

/** The frames of a tag; `isWhole`: nothing but room for others stands behind them. */
function framesIn(tag: Buffer, from: number, way: Way, isStuffed: boolean): { frames: Frame[]; isWhole: boolean } {
  const frames: Frame[] = [];
  let at = from;
  while (at + way.head <= tag.length && tag[at] !== 0) {
    const name = tag.toString("latin1", at, at + way.name);
    if (!/^[A-Z\d]{3,4}$/.test(name)) return { frames, isWhole: false };
    const begin = at + way.head;
    at = begin + way.read(tag.subarray(at + way.name, at + way.name + way.size));
    // Where zeros were put behind some bytes, lengths count without them in the earlier versions.
    if (isStuffed)
      for (let i = begin; i < at && i < tag.length; i += 1) if (tag[i] === 255 && tag[i + 1] === 0) at += 1;
    frames.push({ name, inside: tag.subarray(begin, at) });
  }
  return { frames, isWhole: at <= tag.length && tag.subarray(at).every((byte) => byte === 0) };
}

/** Overwrites in a tag what people did not write; whether there was anything. */
export function cleanTag(tag: Buffer): boolean {
  const [version = 0, flags = 0] = [tag[3], tag[5]];
  const way = ways[version];
  if (tag.toString("latin1", 0, 3) !== "ID3" || !way) return false;
  const isStuffed = (flags & 128) !== 0;
  let from = 10;
  // A head of its own, whose length counts itself in the last version only.
  if ((flags & 64) !== 0 && version > 2 && tag.length > 14)
    from += version === 4 ? sevens(tag.subarray(10, 14)) : 4 + eights(tag.subarray(10, 14));
  let found = framesIn(tag, from, way, isStuffed && version !== 4);
  // Some programs write lengths of the last version as in the one before.
  if (!found.isWhole && version === 4) {
    const other = framesIn(tag, from, { ...way, read: eights }, false);
    if (other.isWhole) found = other;
  }
  let changed = false;
  for (const { name, inside } of found.frames) {
    const fact = () => nameOfFact(isStuffed ? unstuffed(inside) : inside);
    if (isKnown.test(name) || (name.startsWith("TXX") && saysWhatIsTold(fact()))) continue;
    changed ||= inside.some((byte) => byte !== 0);
    inside.fill(0);
  }
  return changed;
}
