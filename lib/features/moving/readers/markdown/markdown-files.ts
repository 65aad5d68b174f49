import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { AppError } from "../../../../core/errors";
import { sizeText } from "../../../../text/size";

/** The largest file that is read: as large as a post's text may be. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** More than any blog has; a folder with more is probably the wrong one. */
const MOST_FILES = 100_000;
const MOST_LEVELS = 50;

/** A file of the folder; `path` is relative to it, with `/` on every system. */
export type FoundFile = { path: string; kind: "text" | "link" | "other" };

type Folder = {
  /** Absolute. */
  root: string;
  name: string;
  files: FoundFile[];
};

/** The refusal of one file, with its reason. */
export const badFile = (reason: string): AppError => new AppError("invalid", reason);

export const isMarkdown = (name: string): boolean => /\.(md|markdown|mdx)$/i.test(name);
export const byCodeUnits = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : Number(a.path > b.path);

/** Finds every file below a folder, sorted by path; symbolic links are reported and not followed. */
export async function listFolder(folder: string): Promise<Folder> {
  const root = resolve(folder);
  const there = await stat(root).catch(() => null);
  if (!there) throw new AppError("not_found", `There is no folder ${root}.`);
  if (!there.isDirectory()) throw new AppError("invalid", `${root} is not a folder.`);
  const files: FoundFile[] = [];
  let texts = 0;
  const waiting = [{ path: "", level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const entry of await readdir(join(root, next.path), { withFileTypes: true })) {
      // Hidden ones, which are no part of a site; nor are they of an archive.
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = next.path === "" ? entry.name : `${next.path}/${entry.name}`;
      if (entry.isSymbolicLink()) files.push({ path, kind: "link" });
      else if (entry.isFile()) files.push({ path, kind: isMarkdown(entry.name) ? "text" : "other" });
      else if (entry.isDirectory()) {
        if (next.level >= MOST_LEVELS)
          throw new AppError("invalid", `The folder ${root} is nested deeper than ${MOST_LEVELS} levels.`);
        waiting.push({ path, level: next.level + 1 });
      }
      if (files.at(-1)?.path === path && files.at(-1)?.kind !== "other") texts += 1;
    }
    if (texts > MOST_FILES)
      throw new AppError(
        "too_large",
        `The folder ${root} holds more than ${MOST_FILES.toLocaleString("en-US")} files.`,
      );
  }
  return { root, name: basename(root), files: files.sort(byCodeUnits) };
}

export const tooLarge = (size: number): string =>
  `the file is too large (${sizeText(size)}; at most ${sizeText(MAX_FILE_BYTES)} of text)`;

/** A text without byte order mark, with Unix line ends, the SHA-256 of its bytes, and when the file was last changed. */
export type ReadText = { text: string; hash: string; fileTime: Date | null };

/** Reads a text of a folder; refuses what is none. */
export async function readInFolder(root: string, path: string): Promise<ReadText> {
  // Refuses to follow the file if it has become a link since it was listed.
  const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size, mtime } = await file.stat();
    if (size > MAX_FILE_BYTES) throw badFile(tooLarge(size));
    const bytes = await file.readFile();
    if (bytes.byteLength > MAX_FILE_BYTES)
      throw badFile(`the file is too large (at most ${sizeText(MAX_FILE_BYTES)} of text)`);
    return textOf(bytes, mtime);
  } finally {
    await file.close();
  }
}

/** The text that these bytes are. */
export const textOf = (bytes: Uint8Array, fileTime: Date | null): ReadText => ({
  text: decoded(bytes),
  hash: createHash("sha256").update(bytes).digest("hex"),
  fileTime,
});

function decoded(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badFile("the file is not UTF-8 text");
  }
  if (text.trim() === "") throw badFile("the file is empty");
  if (text.includes("\0")) throw badFile("the file is not a text (it holds NUL characters)");
  return text.replace(/\r\n?/g, "\n");
}
