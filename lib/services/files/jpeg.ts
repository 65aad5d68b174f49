/** Second bytes of the markers that are treated differently. */
const [SOF0, SOF15, JPG, SOI, EOI, SOS, DNL, DRI, APP0, APP2, APP14, APP15, COM] = [
  0xc0, 0xcf, 0xc8, 0xd8, 0xd9, 0xda, 0xdc, 0xdd, 0xe0, 0xe2, 0xee, 0xef, 0xfe,
];
const [RST0, RST7] = [0xd0, 0xd7];
/** The longest of these segments without a thumbnail or comments; a segment's length includes its own two bytes. */
const [JFIF_LENGTH, ADOBE_LENGTH] = [16, 14];

/** EXIF with one entry, the orientation: big-endian TIFF, tag 0x0112, one SHORT. */
function turning(orientation: number): Buffer {
  const segment = Buffer.from("ffe100224578696600004d4d002a00000008000101120003000000010000000000000000", "hex");
  segment.writeUInt16BE(orientation, segment.length - 8);
  return segment;
}

/** JFIF's header without its thumbnail, which may show more than the picture. */
function withoutThumbnail(segment: Buffer): Buffer {
  const head = Buffer.from(segment.subarray(0, 2 + JFIF_LENGTH));
  head.writeUInt16BE(JFIF_LENGTH, 2);
  // Its last two bytes: width and height of the thumbnail.
  head.fill(0, head.length - 2);
  return head;
}

/** The kept part of an application segment: colours and proportions stay, the rest may be personal. */
function application(code: number, segment: Buffer): Buffer | null {
  const is = (name: string) => segment.toString("latin1", 4, 4 + name.length) === name;
  if (code === APP0 && is("JFIF\0") && segment.length >= 2 + JFIF_LENGTH) return withoutThumbnail(segment);
  if (code === APP2 && is("ICC_PROFILE\0")) return segment;
  if (code === APP14 && is("Adobe") && segment.length === 2 + ADOBE_LENGTH) return segment;
  return null;
}

/** Frames, tables and scans; DHP, EXP and reserved ones belong to JPEG types that no browser shows. */
const isPicture = (code: number) =>
  (code >= SOF0 && code <= SOF15 && code !== JPG) || (code >= SOS && code <= DRI && code !== DNL);

/** The end of the compressed data from `at` on: the next marker that is not a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1] ?? 0;
    if (code === 0xff) at -= 1;
    else if (code !== 0 && (code < RST0 || code > RST7)) return at;
  }
  return -1;
}

/**
 * The same JPEG in pieces, its compressed data untouched, without what is not needed to show it and anything after its
 * end. In pieces, so that it is not in memory twice. Null where it is written in an unexpected way.
 */
export function cleanJpeg(bytes: Buffer, orientation: number): Buffer[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const [head, parts]: [Buffer[], Buffer[]] = [[bytes.subarray(0, 2)], []];
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff;) {
    const code = bytes[at + 1] ?? 0;
    // Fill bytes may precede a marker.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === EOI)
      return [...head, ...(orientation > 1 ? [turning(orientation)] : []), ...parts, bytes.subarray(at, at + 2)];
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const end = code === SOS ? endOfScan(bytes, at + 2 + length) : at + 2 + length;
    if (length < 2 || end === -1 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (isPicture(code)) parts.push(segment);
    else if (code >= APP0 && code <= APP15) {
      const kept = application(code, segment);
      if (kept) (code === APP0 ? head : parts).push(kept);
    } else if (code !== COM) return null;
    at = end;
  }
  return null;
}
