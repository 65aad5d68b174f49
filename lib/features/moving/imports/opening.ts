import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../../../core/errors";
import type { ImportKind } from "../records";
import type { OpenSource, ReadingChoices } from "../reading";
import type { ImportChoices } from "./schema";
import { withoutSlashAtEnd } from "../../../text/address-parts";
import { normalized } from "../../../text/normalized";

/** What readers are told of the choices. */
export const readingOf = (choices: ImportChoices): ReadingChoices => ({
  path: choices.path,
  media: choices.media ?? null,
  site: choices.site ?? null,
  as: choices.as ?? "richtext",
  members: choices.members ?? "private",
  taxonomies: choices.taxonomies ?? [],
  types: choices.types ?? {},
  pingbacks: choices.pingbacks ?? false,
  primaryTagAsCategory: choices.primaryTagAsCategory ?? false,
  dialect: choices.dialect ?? null,
  slugFrom: choices.slugFrom ?? "file",
  authorMap: choices.authorMap ?? {},
});

/** More than any source has; a folder with more is probably the wrong one. */
const MOST_FILES = 200_000;

async function* filesBelow(path: string): AsyncGenerator<string> {
  const waiting = [path];
  let files = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const entry of (await readdir(next, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) waiting.push(join(next, entry.name));
      else if (entry.isFile()) yield join(next, entry.name);
      if ((files += 1) > MOST_FILES)
        throw new AppError("too_large", `The folder ${path} holds more than ${MOST_FILES} files.`);
    }
}

/** The bytes and SHA-256 of a source: of a file its content, of a folder the names, sizes and times of its files. */
export async function measure(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const info = await lstat(path).catch(() => null);
  if (!info) throw new AppError("not_found", `There is no file or folder ${path}.`);
  let size = 0;
  if (info.isDirectory())
    for await (const file of filesBelow(path)) {
      const { size: bytes, mtimeMs } = await lstat(file);
      size += bytes;
      hash.update(`${file.slice(path.length)}\0${bytes}\0${mtimeMs}\0`);
    }
  else
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).byteLength;
    }
  return { size, sha256: hash.digest("hex") };
}

/** The kind and the old site's address, by which a later import of the same site is known. */
export function originOf(kind: ImportKind, source: OpenSource, path: string, sha256: string): string {
  if (kind === "markdown") return normalized(`markdown ${basename(path)}`, "NFC");
  if (source.site !== null && URL.canParse(source.site)) {
    const { host, pathname } = new URL(source.site);
    return `${kind} https://${host.replace(/^www\./, "")}${withoutSlashAtEnd(pathname)}`;
  }
  return `${kind} ${sha256}`;
}
