import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { AppError } from "../../core/errors";
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

function decoded(bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8: refused like a NUL below.
  }
  throw refused("A file of this kind");
}

/** A file without a signature: a drawing, a plain text, or unknown. */
async function examineText(file: string, name: string, folder: string): Promise<Examined> {
  if ((await stat(file)).size > LONGEST_TEXT) throw refused("A file of this kind and size");
  const text = decoded(await readFile(file));
  // The parser is loaded for the first text only, so that pictures, which need the most memory, do without.
  const { cleanSvg, looksLikeSvg } = await import("../../text/html/svg");
  if (!looksLikeSvg(text)) return { mediaType: "text/plain", suffix: textSuffix(name), file, picture: null };
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
const texts = new Set(["application/xml", "image/svg+xml", "text/plain"]);

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
  if ((await stat(file)).size === 0) throw new AppError("invalid", "This file is empty.", { reason: "file_empty" });
  const type = await fileTypeFromFile(file);
  if (!type || texts.has(type.mime)) return examineText(file, name, folder);
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
