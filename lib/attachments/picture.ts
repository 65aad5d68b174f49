import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Metadata, type Sharp } from "sharp";
import { AppError } from "../core/errors";
import { takenFrom, type Taken } from "./exif";
import { cleanPng } from "./png";

/** Widths of the smaller pictures beside one: a phone's column, the text's, a wide screen's. Only those below its own are made. */
export const WIDTHS = [480, 960, 1600] as const;
/** Pixels of all frames together: a telephone's 50 million pass, a bomb of a few kilobytes that unfolds to billions does not. */
const MOST_PIXELS = 64_000_000;
/** WebP knows no longer side. */
const LONGEST_SIDE = 16_383;
/** Longer side of the blurred stand-in; it is some 150 bytes as a data URL. */
const PLACEHOLDER = 20;
/** What a photograph written anew keeps: beyond this nobody sees a difference. */
const [JPEG_QUALITY, WEBP_QUALITY, AVIF_QUALITY, VARIANT_QUALITY] = [92, 90, 65, 78];

// One picture after the other, nothing remembered of it, and no reader for what nobody may upload.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((kind) => `VipsForeignLoad${kind}File`) });

export type Picture = Taken & { width: number; height: number; placeholder: string; variants: { width: number; height: number; file: string }[] };

const broken = (cause: unknown) => new AppError("invalid", "This picture is damaged, or cut off.", { cause });

type Source = { file: string; mediaType: string; meta: Metadata };

const open = (file: string, animated = false): Sharp => sharp(file, { animated, limitInputPixels: MOST_PIXELS, failOn: "error", sequentialRead: true });

async function look(file: string, mediaType: string): Promise<Source> {
  const meta = await open(file).metadata();
  if ((meta.width ?? 0) * (meta.pageHeight ?? meta.height ?? 0) * (meta.pages ?? 1) > MOST_PIXELS)
    throw new AppError("invalid", `A picture may have ${MOST_PIXELS / 1_000_000} million pixels at most.`);
  return { file, mediaType, meta };
}

/** Whether a WebP keeps every pixel: its first part says so. */
const isLossless = (bytes: Buffer): boolean => bytes.subarray(0, 64).includes("VP8L");

/** The picture as it is served: upright, with its colours' profile and nothing else beside the pixels. Answers its path. */
async function clean({ file, mediaType, meta }: Source, folder: string): Promise<string> {
  const out = join(folder, "clean");
  const upright = (meta.orientation ?? 1) === 1;
  // A GIF has no place for EXIF, and writing it anew would cost it colours.
  if (mediaType === "image/gif") return file;
  if (mediaType.endsWith("png") && upright) {
    const bytes = cleanPng(await readFile(file));
    if (!bytes) throw broken(new Error("no IEND"));
    await writeFile(out, bytes);
    return out;
  }
  const image = open(file, (meta.pages ?? 1) > 1).autoOrient();
  if (meta.icc && meta.space !== "cmyk") image.keepIccProfile();
  // Better codes would be a few per cent smaller, and take 70 MB for a picture of 12 million pixels.
  if (mediaType === "image/jpeg") image.jpeg({ quality: JPEG_QUALITY, optimiseCoding: false, chromaSubsampling: meta.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0" });
  else if (mediaType === "image/webp") image.webp({ quality: WEBP_QUALITY, lossless: isLossless(await readFile(file)) });
  else if (mediaType === "image/avif") image.avif({ quality: AVIF_QUALITY, effort: 1 });
  else image.png();
  // Written by Node, which says what is wrong with a disk; the library calls everything a bad picture.
  await writeFile(out, await image.toBuffer());
  return out;
}

/** Reads a picture once at the largest width wanted and makes the smaller ones of that. */
async function reduce({ file, meta }: Source, folder: string): Promise<Pick<Picture, "width" | "height" | "placeholder" | "variants">> {
  const { width = 0, height = 0 } = meta.autoOrient ?? meta;
  const moves = (meta.pages ?? 1) > 1;
  const { data, info } = await open(file)
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
    const made = await base().resize({ width: wanted }).webp({ quality: VARIANT_QUALITY, effort: 3 }).toBuffer({ resolveWithObject: true });
    await writeFile(out, made.data);
    variants.push({ width: made.info.width, height: made.info.height, file: out });
  }
  const tiny = await base().resize(PLACEHOLDER, PLACEHOLDER, { fit: "inside" }).blur(1).webp({ quality: 40 }).toBuffer();
  return { width, height, placeholder: `data:image/webp;base64,${tiny.toString("base64")}`, variants };
}

/**
 * Decodes a picture whole and makes of it what is served; refuses what is damaged or too large. The
 * smaller ones are made of what is kept, so that they come out the same whenever they are made again.
 */
export async function readPicture(file: string, mediaType: string, folder: string, isClean: boolean): Promise<{ file: string; picture: Picture }> {
  try {
    const source = await look(file, mediaType);
    const kept = isClean ? file : await clean(source, folder);
    const reduced = await reduce(kept === file ? source : await look(kept, mediaType), folder);
    return { file: kept, picture: { ...reduced, ...takenFrom(source.meta.exif) } };
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && "code" in error)) throw error;
    throw broken(error);
  }
}
