import { randomBytes } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { postgres } from "../../../db/dialect";
import { postgresSite } from "../../../db/postgres-site";
import { env } from "../../core/env";
import { notFound } from "../../core/errors";
import { moveInChild } from "./child";
import { replacedName, type ReplacedData } from "./schema";

const root = (): string => join(env.dataDir, "replaced");

/** The folder of replaced data; null without one. Names come from requests: only those of our form lead to a folder. */
function folderOf(name: string): string | null {
  const folder = join(root(), replacedName.parse(name));
  return existsSync(folder) ? folder : null;
}

/** Bytes of a folder's files. One that is deleted meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return size;
}

/** The moment that a folder is named after: `2026-01-31T03-00-00-000Z`. */
const timeOf = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, "T$1:$2:$3.$4Z"));

/** What restores replaced and nobody has deleted yet, newest first. */
export async function findReplaced(): Promise<ReplacedData[]> {
  const names = await readdir(root()).catch(() => []);
  const known = names.filter((name) => replacedName.safeParse(name).success && !Number.isNaN(timeOf(name).getTime()));
  const databases = known.length > 0 && postgres ? await postgresSite.replacedBytes(known) : new Map<string, number>();
  const found = await Promise.all(
    known.map(async (name) => ({
      name,
      replaceTime: timeOf(name),
      size: (await sizeOf(join(root(), name))) + (databases.get(name) ?? 0),
    })),
  );
  return found.sort((a, b) => b.replaceTime.getTime() - a.replaceTime.getTime());
}

/** A name under which replaced data is deleted; the next restore removes what a killed process left of it. */
export const newDoomed = (): string => `.restore-${randomBytes(6).toString("hex")}`;

/** Takes replaced data out of the list. Refuses while a restore is at work, which may be putting it back. */
export async function takeAway(name: string, doomed: string): Promise<void> {
  const folder = folderOf(name);
  if (folder === null) throw notFound();
  await moveInChild(folder, join(env.dataDir, doomed));
}

/** Puts it back where its end was not written down. */
export const bringBack = (name: string, doomed: string): void => {
  const folder = join(env.dataDir, doomed);
  if (existsSync(folder)) renameSync(folder, join(root(), name));
};

/** Deletes what was taken out of the list. */
export async function removeDoomed(name: string, doomed: string): Promise<void> {
  await rm(join(env.dataDir, doomed), { recursive: true, force: true });
  if (postgres) await postgresSite.forget(`replaced/${name}`);
}
