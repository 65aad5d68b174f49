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

/** Widths of the smaller pictures beside one: a phone's column, the text's, a wide screen's. Only those below its own are made. */
const WIDTHS = [480, 960, 1600] as const;
/** Pixels of all frames together: a telephone's 50 million pass, a bomb of a few kilobytes that unfolds to billions does not. */
const MOST_PIXELS = 64_000_000;
/** WebP knows no longer side. */
const LONGEST_SIDE = 16_383;
/** Longer side of the blurred stand-in; it is some 150 bytes as a data URL. */
const PLACEHOLDER = 20;
/** What a photograph encoded anew keeps: beyond this nobody sees a difference. */
const [JPEG_QUALITY, WEBP_QUALITY, AVIF_QUALITY, VARIANT_QUALITY] = [92, 90, 65, 78];

// One picture after the other, nothing remembered of it, and no reader for what nobody may upload.
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

const broken = (cause: unknown) => new AppError("invalid", "This picture is damaged, or cut off.", { cause });

type Reduced = Pick<Picture, "width" | "height" | "placeholder" | "variants">;
type Source = { file: string; mediaType: string; meta: Metadata };

const open = (file: string, animated = false, failOn: "error" | "warning" = "error"): Sharp =>
  sharp(file, { animated, limitInputPixels: MOST_PIXELS, failOn, sequentialRead: true });

async function look(file: string, mediaType: string): Promise<Source> {
  const meta = await open(file).metadata();
  if (meta.width * (meta.pageHeight ?? meta.height) * (meta.pages ?? 1) > MOST_PIXELS)
    throw new AppError("invalid", `A picture may have ${MOST_PIXELS / 1_000_000} million pixels at most.`);
  return { file, mediaType, meta };
}

/**
 * The same picture without what stands beside its pixels, in pieces; null where it has to be encoded anew.
 * Of the kinds that can be turned by what is written in them, every browser heeds it in a JPEG alone.
 */
function cleanPieces(bytes: Buffer, mediaType: string, orientation: number): Buffer[] | null {
  if (mediaType === "image/jpeg") return cleanJpeg(bytes, orientation);
  if (mediaType === "image/gif") return cleanGif(bytes);
  if (mediaType === "image/avif") return cleanAvif(bytes);
  if (orientation !== 1) return null;
  return mediaType === "image/webp" ? cleanWebp(bytes) : cleanPng(bytes);
}

/** Writes pieces one behind the other, without putting them together in memory. */
async function writePieces(file: string, pieces: Buffer[]): Promise<void> {
  const handle = await openFile(file, "w", 0o600);
  try {
    for (const piece of pieces) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

/** The picture encoded anew, upright: what is written in a way that nobody expects loses everything beside its pixels. */
async function encoded({ file, mediaType, meta }: Source, bytes: Buffer): Promise<Buffer> {
  const image = open(file, (meta.pages ?? 1) > 1).autoOrient();
  if (meta.icc && meta.space !== "cmyk") image.keepIccProfile();
  // Better codes would be a few per cent smaller, and take 70 MB for a picture of 12 million pixels.
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

/** Reads every frame of a moving picture, one after the other, since none is made of but the first. */
const decodeFrames = (file: string) => open(file, true).resize({ width: 1 }).raw().toBuffer();

/** Reads a picture once at the largest width wanted and makes the smaller ones of that. */
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
  // A smaller one of a moving picture would stand still; and one of a strip is not narrower than it is.
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

/** What went wrong with the disk, or is said already; all else is the picture's. */
const isTold = (error: unknown) => error instanceof AppError || (error instanceof Error && "code" in error);

/**
 * The picture as it is served (with its colours' profile, how it stands, and nothing else beside the pixels) and
 * what is made of it. Bytes are taken over only where a JPEG's decoder misses nothing and finds nothing too much.
 */
async function clean(source: Source, folder: string): Promise<Reduced & { file: string }> {
  const { mediaType, meta } = source;
  const file = join(folder, "clean");
  const bytes = await readFile(source.file);
  const pieces = cleanPieces(bytes, mediaType, meta.orientation ?? 1);
  // Written by Node, which says what is wrong with a disk; the library calls everything a bad picture.
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
 * Decodes a picture whole and makes of it what is served; refuses what is damaged or too large. The
 * smaller ones are made of what is kept, so that they come out the same whenever they are made again.
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
