import { randomInt } from "node:crypto";
import { makeSlug } from "../../text/slug";
import { normalized } from "../../text/normalized";

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** 16 of 36 letters: 82 bits, so that files cannot be found by guessing. */
const [FOLDER_LENGTH, VERSION_LENGTH] = [16, 10];
const MOST_CHARACTERS = 255;
/** The longest name in an address, without its ending. */
const MOST_OF_ADDRESS = 80;

const random = (length: number): string => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A folder for a new attachment: year, month and a random part. */
export const newFolder = (now: Date): string =>
  `${now.getUTCFullYear()}/${String(now.getUTCMonth() + 1).padStart(2, "0")}/${random(FOLDER_LENGTH)}`;

/** A name that tells the current files of a folder from replaced ones. */
export const newVersion = (): string => random(VERSION_LENGTH);

/** A file's name for display: without a path, invisible characters, and characters that reverse the text. */
export function shownName(sent: string): string {
  const last = normalized(sent, "NFC").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const seen = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...seen].slice(0, MOST_CHARACTERS).join("").trim() || "file";
}

/** The last part of an address: the name's letters and digits, and the ending of its type. */
export function addressName(name: string, suffix: string): string {
  return `${makeSlug(name.replace(/\.[^.]*$/, ""), MOST_OF_ADDRESS) || "file"}.${suffix}`;
}

/** What is said of a smaller version of the picture with this file name. */
export const variantFacts = (fileName: string): { mediaType: string; fileName: string } => ({
  mediaType: "image/webp",
  fileName: fileName.replace(/\.[^.]*$/, ".webp"),
});

type Placed = { folder: string; fileName: string };

/** The address of an attachment on this site. */
export const urlOf = ({ folder, fileName }: Placed): string => `/uploads/${folder}/${encodeURIComponent(fileName)}`;

/** The address of its smaller version with this width. */
export const variantUrl = ({ folder }: Pick<Placed, "folder">, width: number): string =>
  `/uploads/${folder}/${width}.webp`;
