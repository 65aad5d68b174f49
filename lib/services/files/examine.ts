import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { AppError } from "../../core/errors";
import { isRaster, suffixOf, textSuffix } from "./media-types";
import { type Picture, readPicture } from "./picture";

/** What a file turned out to be. */
export type Examined = {
  mediaType: string;
  suffix: string;
  /** Path of what is to be served: the file itself, or what was made of it. */
  file: string;
  picture: Picture | null;
};

/** A text or a drawing is read whole, so neither may be longer. Bytes. */
const LONGEST_TEXT = 8 * 1024 * 1024;
const LONGEST_DRAWING = 1024 * 1024;

const refused = (what: string) =>
  new AppError(
    "unsupported_media",
    `${what} cannot be uploaded here. Pictures, sound, video, PDF, office documents, plain texts and zip archives can; what a file is, its content says, not its name.`,
  );

function decoded(bytes: Buffer): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not a text: refused like a NUL below.
  }
  throw refused("A file of this kind");
}

/** A file without a signature: a drawing, a plain text, or nothing that is known. */
async function examineText(file: string, name: string, folder: string): Promise<Examined> {
  if ((await stat(file)).size > LONGEST_TEXT) throw refused("A file of this kind and size");
  const text = decoded(await readFile(file));
  // Its parser is loaded for the first text only: pictures, which take the most memory, do without.
  const { cleanSvg, looksLikeSvg } = await import("../../text/html/svg");
  if (!looksLikeSvg(text)) return { mediaType: "text/plain", suffix: textSuffix(name), file, picture: null };
  if (text.length > LONGEST_DRAWING) throw new AppError("invalid", "An SVG may hold 1 MiB at most.");
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

/** Finds out what a file is by its bytes alone, and takes out of it what is not to be served, unless that was done before. New files are written into `folder`. */
export async function examine(file: string, name: string, folder: string, isClean: boolean): Promise<Examined> {
  if ((await stat(file)).size === 0) throw new AppError("invalid", "This file is empty.");
  const type = await fileTypeFromFile(file);
  if (!type || type.mime === "application/xml") return examineText(file, name, folder);
  const suffix = suffixOf(type.mime);
  if (!suffix) throw refused(`A file of the type ${type.mime}`);
  if (!isRaster(type.mime)) return { mediaType: type.mime.split(";")[0] ?? type.mime, suffix, file, picture: null };
  return {
    mediaType: type.mime === "image/apng" ? "image/png" : type.mime,
    suffix,
    ...(await readPicture(file, type.mime, folder, isClean)),
  };
}
