import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../../core/env";
import { flush } from "../../core/flush";
import { type Backup, backupFacts, type BackupFacts, backupName } from "./schema";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The folder of backups. */
export const backupsFolder = (): string => join(env.dataDir, "backups");

/** Makes the folder of backups, which holds everything that the site knows. */
export const makeBackupsFolder = (): void => void mkdirSync(backupsFolder(), { recursive: true, mode: 0o700 });

/** A new backup's name; no two of a second are the same. */
export function newBackupName(now: Date): string {
  const time = now.toISOString().slice(0, 19).replace("T", "-").replace(/:/g, "");
  return `broadsheet-${time}-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}.zip`;
}

/** The file of a backup. Names come from requests: only those of our form lead to a file. */
export function backupFile(name: string): string {
  if (!backupName.safeParse(name).success) throw new Error(`"${name}" is no name of a backup.`);
  return join(backupsFolder(), name);
}

const factsFile = (name: string) => `${backupFile(name)}.json`;

/** Notes what is known of a backup; with that it is listed. */
export function noteFacts(name: string, facts: BackupFacts): void {
  const file = factsFile(name);
  writeFileSync(`${file}.unfinished`, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  flush(`${file}.unfinished`);
  renameSync(`${file}.unfinished`, file);
  flush(backupsFolder());
}

/** Lists a new backup; where that fails, it is removed again. */
export function listBackup(name: string, facts: BackupFacts): void {
  try {
    noteFacts(name, facts);
  } catch (error) {
    rmSync(`${factsFile(name)}.unfinished`, { force: true });
    removeBackup(name);
    throw error;
  }
}

/** What is known of a backup; null where there is none, or it is not yet verified. */
export function readFacts(name: string): BackupFacts | null {
  if (!backupName.safeParse(name).success || !existsSync(backupFile(name))) return null;
  try {
    return backupFacts.parse(JSON.parse(readFileSync(factsFile(name), "utf8")));
  } catch {
    return null;
  }
}

/** A listed backup; null without one. */
export function findBackup(name: string): Backup | null {
  const facts = readFacts(name);
  if (!facts) return null;
  return answered(name, facts, null);
}

/** A backup as it is answered. */
export function answered(name: string, facts: BackupFacts, server: string | null): Backup {
  const { createTime, verified, ...rest } = facts;
  const time = new Date(verified.time);
  return { name, server, ...rest, createTime: new Date(createTime), verified: { ...verified, time } };
}

/** The order of lists: newest first. */
export const newestFirst = (a: Backup, b: Backup): number =>
  b.createTime.getTime() - a.createTime.getTime() || (a.name < b.name ? 1 : -1);

/** The names of the listed backups. */
export const backupNames = (): string[] =>
  (existsSync(backupsFolder()) ? readdirSync(backupsFolder()) : []).filter(
    (name) => backupName.safeParse(name).success,
  );

/** All listed backups, newest first. */
export function findBackups(): Backup[] {
  return backupNames()
    .flatMap((name) => findBackup(name) ?? [])
    .sort(newestFirst);
}

/** Deletes a backup and what is known of it. */
export function removeBackup(name: string): void {
  rmSync(backupFile(name), { force: true });
  rmSync(factsFile(name), { force: true });
  flush(backupsFolder());
}

/** Milliseconds that a verification takes at most, beside which a backup may begin. */
const LONGEST_VERIFYING = 24 * 3_600_000;

const isBegunBefore = (time: number, path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? time) < time;

/** What a killed backup left in a folder. */
export const unfinishedIn = (folder: string, now = Date.now()): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter(
    (name) =>
      /^\.making-\w+$|^broadsheet-[\w-]+\.zip(\.json)?\.unfinished$/.test(name) ||
      (/^\.verifying-\w+$/.test(name) && isBegunBefore(now - LONGEST_VERIFYING, join(folder, name))),
  );

/** Removes what a killed backup left in a folder; no other is at work. */
export async function removeUnfinished(folder: string, now = Date.now()): Promise<void> {
  for (const name of unfinishedIn(folder, now)) await rm(join(folder, name), { recursive: true, force: true });
}
