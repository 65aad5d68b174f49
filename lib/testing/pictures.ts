import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { checksums } from "../patches/zip-checksums";

type Given = { width?: number; height?: number; orientation?: number; exif?: Record<string, Record<string, string>> };

/** A picture with visible content: a gradient under noise, the same for the same size. */
function pixels(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = seed >>> 27;
      data[i++] = Math.min(255, ((x * 220) / width) | (noise & 31));
      data[i++] = Math.min(255, ((y * 220) / height) | (noise & 15));
      data[i++] = 96 + noise;
    }
  return data;
}

const from = (width: number, height: number) => sharp(pixels(width, height), { raw: { width, height, channels: 3 } });

/** A JPEG; `orientation` and `exif` are in it as a camera writes them. */
export async function aJpeg({ width = 64, height = 48, orientation, exif }: Given = {}): Promise<Buffer> {
  const image = from(width, height).jpeg({ quality: 85 });
  if (orientation !== undefined) image.withMetadata({ orientation });
  if (exif) image.withExif(exif);
  return image.toBuffer();
}

export const aPng = (width = 64, height = 48): Promise<Buffer> => from(width, height).png().toBuffer();
export const aWebp = (width = 64, height = 48): Promise<Buffer> => from(width, height).webp().toBuffer();
export const aGif = (width = 64, height = 48): Promise<Buffer> => from(width, height).gif().toBuffer();

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A part of a PNG: its length, kind and data, and a checksum. */
function pngPart(kind: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  return Buffer.concat([number(data.length), checked, number(checksums.unsigned(checked))]);
}

/** A PNG of 200 million pixels in a few kilobytes, written part by part: sharp takes seconds for so many. */
export function aBomb(): Buffer {
  const [width, height] = [20_000, 10_000];
  const oneBitGrey = Buffer.from([1, 0, 0, 0, 0]);
  // A filter's byte before the bits of each row.
  const rows = deflateSync(Buffer.alloc((1 + width / 8) * height), { level: 1 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngPart("IHDR", Buffer.concat([number(width), number(height), oneBitGrey])),
    pngPart("IDAT", rows),
    pngPart("IEND", Buffer.alloc(0)),
  ]);
}

/** The EXIF of a camera with a satellite receiver. */
export const cameraExif = {
  IFD0: { Make: "Tern", Model: "Mark II", Copyright: "Somebody" },
  IFD2: { DateTimeOriginal: "2024:02:29 12:30:45", OffsetTimeOriginal: "+08:00" },
  IFD3: { GPSLatitudeRef: "S", GPSLatitude: "41/1 30/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "174/1 45/1 36/1" },
};

/** A picture of a type that only programs make, with a camera's EXIF. */
export const aPhotograph = (kind: "avif" | "webp"): Promise<Buffer> =>
  from(320, 200)[kind]({ quality: 60, effort: 0 }).withExif(cameraExif).toBuffer();
