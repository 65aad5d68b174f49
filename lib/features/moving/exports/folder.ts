import { randomInt } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { env } from "../../../core/env";
import type { ExportItem } from "./schema";

/** How long a finished export is kept: 7 days. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const ENDING = ".zip";
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The folder of exports. */
const root = (): string => join(env.dataDir, "exports");

/**
 * Where an export lies, or will lie. Names come from requests, and from records that may be of a backup from anybody: one
 * that leads elsewhere is refused.
 */
export function pathOf(name: string): string {
  if (basename(name) !== name || ["", ".", ".."].includes(name)) throw new Error(`"${name}" is no name of an export.`);
  return join(root(), name);
}

export const makeRoot = async (): Promise<void> => void (await mkdir(root(), { recursive: true, mode: 0o700 }));

/** A new name, which says what the export holds. */
export function newName(now: Date, { isPublic, personalData }: { isPublic: boolean; personalData: boolean }): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const random = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const what = isPublic ? "public-" : personalData ? "personal-" : "";
  return `broadsheet-export-${what}${time}-${random}${ENDING}`;
}

/** A finished export; null where there is none of this name. */
export async function findExport(name: string): Promise<ExportItem | null> {
  const file = name.endsWith(ENDING) ? await stat(pathOf(name)).catch(() => null) : null;
  return file?.isFile()
    ? {
        name,
        server: null,
        size: file.size,
        createTime: file.mtime,
        public: name.startsWith("broadsheet-export-public-"),
        personalData: name.startsWith("broadsheet-export-personal-"),
      }
    : null;
}

/** This server's finished exports. */
export async function finishedExports(): Promise<ExportItem[]> {
  const names = await readdir(root()).catch(() => []);
  return (await Promise.all(names.map(findExport))).filter((item) => item !== null);
}

/** Removes a file, and what an interrupted attempt has left of it. */
export async function removeExport(name: string): Promise<void> {
  for (const path of [pathOf(name), `${pathOf(name)}.unfinished`]) await rm(path, { force: true });
}

/** Removes what is older than 7 days, remains of interrupted attempts too; returns how many. */
export async function sweepExports(now: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root()).catch(() => [])) {
    const file = await stat(pathOf(name)).catch(() => null);
    if (!file || now.getTime() - file.mtimeMs < KEPT_MS) continue;
    await rm(pathOf(name), { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
