import { forgetNotes } from "./covers";
import { saysWhatIsTold } from "./told";

/** Comments that hold a picture, as Base64. */
const isCover = /^(?:metadata_block_picture|coverart)$/i;

/** Overwrites what is not told in the value of one comment; whether there was anything. */
function cleanOne(comment: Buffer): boolean {
  const equals = comment.indexOf("=");
  const name = comment.toString("latin1", 0, Math.max(0, equals));
  const value = comment.subarray(equals + 1);
  if (isCover.test(name)) {
    const cover = Buffer.from(value.toString("latin1"), "base64");
    if (!forgetNotes(cover)) return false;
    const again = Buffer.from(cover.toString("base64"), "latin1");
    value.fill(" ");
    if (again.length <= value.length) again.copy(value);
    return true;
  }
  if (saysWhatIsTold(name) || value.every((byte) => byte === 0x20)) return false;
  value.fill(" ");
  return true;
}

/**
 * Overwrites in a list of comments of FLAC, Vorbis or Opus what people do not write, and what covers hold of cameras;
 * `end` is where the list ends, `changed` whether there was anything.
 */
export function cleanComments(bytes: Buffer): { end: number; changed: boolean } {
  let changed = false;
  let at = 0;
  const part = (): Buffer | null => {
    const to = at + 4 <= bytes.length ? at + 4 + bytes.readUInt32LE(at) : Infinity;
    if (to > bytes.length) return null;
    const found = bytes.subarray(at + 4, to);
    at = to;
    return found;
  };
  // The name of the program that wrote it.
  if (!part() || at + 4 > bytes.length) return { end: bytes.length, changed };
  let left = bytes.readUInt32LE(at);
  at += 4;
  for (; left > 0; left -= 1) {
    const comment = part();
    if (!comment) return { end: bytes.length, changed };
    changed = cleanOne(comment) || changed;
  }
  return { end: at, changed };
}
