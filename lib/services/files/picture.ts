import { open as openFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Metadata, type Sharp } from "sharp";
import { AppError } from "../../core/errors";
import { cleanAvif } from "./avif";
import { takenFrom, type Taken } from "./exif";
import { cleanGif } from "./gif";
import { cleanJpeg } from "./jpeg";
import { cleanPng } from "./png";
import { cleanWebp, isLosslessWebp } from "./webp";

/**
 * Widths of the smaller versions: a phone's column, the text's, a wide screen's. Only those below the picture's own are
 * made.
 */
const WIDTHS = [480, 960, 1600] as const;
/**
 * The most pixels of all frames together: a phone's 50 million pass, a bomb of a few kilobytes with billions does not.
 */
const MOST_PIXELS = 64_000_000;
/** The longest side of a picture, in pixels: some of its lines are in memory at once. */
const MOST_SIDE = 32_767;
/** The longest side of a WebP. */
const LONGEST_SIDE = 16_383;
/** Longer side of the blurred placeholder, some 150 bytes as a data URL. */
const PLACEHOLDER = 20;
/** The quality of an encoded photograph; above this no difference is visible. */
const [JPEG_QUALITY, WEBP_QUALITY, AVIF_QUALITY, VARIANT_QUALITY] = [92, 90, 65, 78];

// One picture at a time, no cache, and no decoder for types that may not be uploaded.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((kind) => `VipsForeignLoad${kind}File`) });

export type Picture = Taken & {
  width: number;
  height: number;
  placeholder: string;
  variants: { width: number; height: number; file: string }[];
};

export const broken = (cause: unknown) =>
  new AppError("invalid", "This picture is damaged or incomplete.", { reason: "picture_broken", cause });

type Reduced = Pick<Picture, "width" | "height" | "placeholder" | "variants">;
type Source = { file: string; mediaType: string; meta: Metadata };

export const open = (file: string, animated = false, failOn: "error" | "warning" = "error"): Sharp =>
  sharp(file, { animated, limitInputPixels: MOST_PIXELS, failOn, sequentialRead: true });

async function look(file: string, mediaType: string): Promise<Source> {
  // Reads the head alone, so that too many pixels are refused here, in our words, and not as damage.
  const meta = await sharp(file, { limitInputPixels: false }).metadata();
  if (Math.max(meta.width, meta.pageHeight ?? meta.height) > MOST_SIDE)
    throw new AppError("invalid", `A picture may be at most ${MOST_SIDE} pixels wide and high.`, {
      reason: "picture_too_wide",
    });
  if (meta.width * (meta.pageHeight ?? meta.height) * (meta.pages ?? 1) > MOST_PIXELS)
    throw new AppError("invalid", `A picture may have at most ${MOST_PIXELS / 1_000_000} million pixels.`, {
      reason: "picture_too_large",
    });
  return { file, mediaType, meta };
}

/**
 * The same picture without metadata, in pieces; null where it must be encoded again. Of the types that can be rotated
 * by metadata, every browser obeys it in JPEG only.
 */
function cleanPieces(bytes: Buffer, mediaType: string, orientation: number): Buffer[] | null {
  if (mediaType === "image/jpeg") return cleanJpeg(bytes, orientation);
  if (mediaType === "image/gif") return cleanGif(bytes);
  if (mediaType === "image/avif") return cleanAvif(bytes);
  if (orientation !== 1) return null;
  return mediaType === "image/webp" ? cleanWebp(bytes) : cleanPng(bytes);
}

/** Writes pieces in sequence, without joining them in memory. */
async function writePieces(file: string, pieces: Buffer[]): Promise<void> {
  const handle = await openFile(file, "w", 0o600);
  try {
    for (const piece of pieces) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

/** Encodes the picture again, upright and without metadata. */
async function encoded({ file, mediaType, meta }: Source, bytes: Buffer): Promise<Buffer> {
  const image = open(file, (meta.pages ?? 1) > 1).autoOrient();
  if (meta.icc && meta.space !== "cmyk") image.keepIccProfile();
  // Optimised Huffman codes would save a few per cent and need 70 MB for 12 million pixels.
  if (mediaType === "image/jpeg")
    image.jpeg({
      quality: JPEG_QUALITY,
      optimiseCoding: false,
      chromaSubsampling: meta.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0",
    });
  else if (mediaType === "image/webp") image.webp({ quality: WEBP_QUALITY, lossless: isLosslessWebp(bytes) });
  else if (mediaType === "image/avif") image.avif({ quality: AVIF_QUALITY, effort: 1 });
  else if (mediaType === "image/gif") image.gif();
  else image.png();
  return image.toBuffer();
}

/** Decodes every frame of an animation, since the first alone would not prove the others. */
const decodeFrames = (file: string) => open(file, true).resize({ width: 1 }).raw().toBuffer();

/** Decodes a picture once at the largest width and makes the smaller versions of that. */
async function reduce({ file, meta }: Source, folder: string, failOn: "error" | "warning" = "error"): Promise<Reduced> {
  const { width, height } = meta.autoOrient;
  const moves = (meta.pages ?? 1) > 1;
  if (moves) await decodeFrames(file);
  const { data, info } = await open(file, false, failOn)
    .autoOrient()
    .resize({ width: Math.min(width, WIDTHS[2]), height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const variants: Picture["variants"] = [];
  // A smaller version of an animation would stand still, and one of a strip would not be narrower.
  for (const wanted of moves || info.height === LONGEST_SIDE ? [] : WIDTHS.filter((each) => each < width)) {
    const out = join(folder, `w${wanted}.webp`);
    const made = await base()
      .resize({ width: wanted })
      .webp({ quality: VARIANT_QUALITY, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    await writeFile(out, made.data);
    variants.push({ width: made.info.width, height: made.info.height, file: out });
  }
  const tiny = await base()
    .resize(PLACEHOLDER, PLACEHOLDER, { fit: "inside" })
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return { width, height, placeholder: `data:image/webp;base64,${tiny.toString("base64")}`, variants };
}

/** Passes on faults of the disk and refusals; other errors are the picture's fault. */
const isTold = (error: unknown) => error instanceof AppError || (error instanceof Error && "code" in error);

/**
 * Makes the picture to serve (with its colour profile and orientation and no other metadata) and its smaller versions.
 * Bytes are copied only where a JPEG's decoder finds nothing missing and nothing extra.
 */
async function clean(source: Source, folder: string): Promise<Reduced & { file: string }> {
  const { mediaType, meta } = source;
  const file = join(folder, "clean");
  const bytes = await readFile(source.file);
  const pieces = cleanPieces(bytes, mediaType, meta.orientation ?? 1);
  // Written by Node, which reports faults of the disk; the library calls them all a bad picture.
  if (pieces) {
    await writePieces(file, pieces);
    try {
      return {
        file,
        ...(await reduce(await look(file, mediaType), folder, mediaType === "image/jpeg" ? "warning" : "error")),
      };
    } catch (error) {
      if (isTold(error)) throw error;
    }
  }
  await writePieces(file, [await encoded(source, bytes)]);
  return { file, ...(await reduce(await look(file, mediaType), folder)) };
}

/**
 * Decodes a picture completely and makes the files to serve; refuses damaged or too large ones. Smaller versions are
 * made of the served file, so that making them again gives the same.
 */
export async function readPicture(
  file: string,
  mediaType: string,
  folder: string,
  isClean: boolean,
): Promise<{ file: string; picture: Picture }> {
  try {
    const source = await look(file, mediaType);
    const { file: kept, ...reduced } = isClean
      ? { file, ...(await reduce(source, folder)) }
      : await clean(source, folder);
    return { file: kept, picture: { ...reduced, ...takenFrom(source.meta.exif) } };
  } catch (error) {
    throw isTold(error) ? error : broken(error);
  }
}
