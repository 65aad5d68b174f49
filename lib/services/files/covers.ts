/** How the notes of cameras begin in a JPEG: EXIF, XMP, and those of editors, which name towns. */
const marks = [
  "Exif\0\0",
  "http://ns.adobe.com/xap/1.0/\0",
  "http://ns.adobe.com/xmp/extension/\0",
  "Photoshop 3.0\0",
] as const;
/** EXIF in a PNG. */
const CHUNK = "eXIf";

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
