import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { AppError } from "../../core/errors";
import { cleanCaptions, isCaptions } from "./captions";
import { isRaster, suffixOf, textSuffix } from "./media-types";
import { forgetPlaces, isMovie } from "./movie";
import { cleanOgg, isOgg } from "./ogg";
import { type Picture, readPicture } from "./picture";
import { cleanTags, hasTags } from "./tags";
import { cleanWebm, isWebm } from "./webm";

/** The result of an examination. */
export type Examined = {
  mediaType: string;
  suffix: string;
  /** Path of the file to serve: the given one, or one made of it. */
  file: string;
  picture: Picture | null;
};

/** The most bytes of a text or drawing, since these are read whole. */
const LONGEST_TEXT = 8 * 1024 * 1024;
const LONGEST_DRAWING = 1024 * 1024;

const refused = (what: string) =>
  new AppError(
    "unsupported_media",
    `${what} cannot be uploaded here. Pictures, sound, video, PDF, office documents, plain texts and zip archives can; the content of a file decides what it is, not its name.`,
    { reason: "type_unknown" },
  );

type Coding = "utf-8" | "utf-16le" | "utf-16be";

/** The coding of a text, by the mark of the order of bytes with which one in UTF-16 begins. */
async function codingOf(path: string): Promise<Coding> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const mark = buffer.readUInt16BE();
    return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  } finally {
    await file.close();
  }
}

function decoded(bytes: Buffer, coding: Coding): string {
  try {
    const text = new TextDecoder(coding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Another coding: refused like a NUL.
  }
  throw refused("A file of this kind");
}

const empty = () => new AppError("invalid", "This file is empty.", { reason: "file_empty" });

/** A file without a signature: a drawing, captions, a plain text, or unknown. */
async function examineText(file: string, name: string, folder: string, coding: Coding): Promise<Examined> {
  if ((await stat(file)).size > LONGEST_TEXT) throw refused("A file of this kind and size");
  const text = decoded(await readFile(file), coding);
  // A mark of the order of bytes alone would be kept as nothing, which cannot be sent.
  if (text === "") throw empty();
  if (isCaptions(text)) {
    const clean = join(folder, "clean");
    await writeFile(clean, cleanCaptions(text));
    return { mediaType: "text/vtt", suffix: "vtt", file: clean, picture: null };
  }
  // The parser is loaded for the first text only, so that pictures, which need the most memory, do without.
  const { cleanSvg, looksLikeSvg } = await import("../../text/html/svg");
  if (!looksLikeSvg(text)) {
    const plain = { mediaType: "text/plain", suffix: textSuffix(name), picture: null };
    if (coding === "utf-8") return { ...plain, file };
    // Texts are sent as UTF-8.
    const inUtf8 = join(folder, "clean");
    await writeFile(inUtf8, text);
    return { ...plain, file: inUtf8 };
  }
  if (text.length > LONGEST_DRAWING)
    throw new AppError("invalid", "An SVG may have at most 1 MiB.", { reason: "svg_too_large" });
  const { svg, width, height } = cleanSvg(text);
  const out = join(folder, "clean");
  await writeFile(out, svg);
  return {
    mediaType: "image/svg+xml",
    suffix: "svg",
    file: out,
    picture: { width, height, placeholder: "", variants: [], takeTime: null, location: "" },
  };
}

/** Types of texts, of which the library knows some by their signatures: each is read, since it may be a drawing. */
const texts = new Set(["application/xml", "image/svg+xml", "text/plain", "text/vtt"]);

/** What is overwritten in films and recordings, by their types. */
const cleaners: readonly [holds: (mediaType: string) => boolean, clean: (path: string) => Promise<void>][] = [
  [isMovie, forgetPlaces],
  [hasTags, cleanTags],
  [isOgg, cleanOgg],
  [isWebm, cleanWebm],
];

/**
 * Determines a file's type by its bytes and removes what must not be served, unless it is clean already. New files go
 * into `folder`.
 */
export async function examine(file: string, name: string, folder: string, isClean: boolean): Promise<Examined> {
  if ((await stat(file)).size === 0) throw empty();
  // The mark of UTF-16 is also how a frame of sound may begin, of a kind that no browser plays.
  const coding = await codingOf(file);
  const type = coding === "utf-8" ? await fileTypeFromFile(file) : undefined;
  if (!type || texts.has(type.mime)) return examineText(file, name, folder, coding);
  const suffix = suffixOf(type.mime);
  if (!suffix) throw refused(`A file of the type ${type.mime}`);
  if (!isClean) for (const [holds, clean] of cleaners) if (holds(type.mime)) await clean(file);
  if (!isRaster(type.mime)) return { mediaType: type.mime.split(";")[0] ?? type.mime, suffix, file, picture: null };
  return {
    mediaType: type.mime === "image/apng" ? "image/png" : type.mime,
    suffix,
    ...(await readPicture(file, type.mime, folder, isClean)),
  };
}
