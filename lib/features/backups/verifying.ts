import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inspectSnapshot, isKnownMigration } from "../../../db/snapshot";
import { codeOf, toAppError } from "../../core/errors";
import { markOf } from "../../core/key-file";
import type { ArchiveLimits } from "../../services/archives/limits";
import { type Archive, openArchive } from "../../services/archives/reading";
import { fingerprintAt, fingerprintOf } from "../../services/archives/fingerprint";
import { type OnProgress, Tally } from "./progress";
import { requireBytes } from "./room";
import { type Held, inspectRows } from "./rows";
import { manifest as manifestShape, type Manifest, type Problem } from "./schema";

export type Verification = { ok: boolean; problems: Problem[]; manifest: Manifest | null };

/** Backups are as large as their sites; how much fits is asked of the disk. */
export const backupLimits: Partial<ArchiveLimits> = {
  entries: 5_000_000,
  entryBytes: Number.MAX_SAFE_INTEGER,
  allBytes: Number.MAX_SAFE_INTEGER,
  ratio: 1100,
  nested: true,
};
const MANIFEST = "manifest.json";
const MOST_MANIFEST_BYTES = 1024 ** 3;
const OWN_PATH = /^(database\.sqlite|rows\/\w+\.jsonl|secret\.key|manifest\.json|uploads(\/[a-z0-9]+)+(\.[a-z0-9]+)?)$/;
const FORMAT_VERSION = 1;

/** Problems that are told of a part of a backup; a hostile one has as many as entries. */
export const MOST_PROBLEMS = 1000;

const sayIn = (problems: Problem[]) => (path: string, reason: string) => {
  if (problems.length < MOST_PROBLEMS) problems.push({ path: path.slice(0, 1000), reason });
  else if (problems.length === MOST_PROBLEMS) problems.push({ path: "", reason: "More is wrong with it." });
};
const wordsOf = (error: unknown): string => {
  const { code, message } = toAppError(error);
  return code === "internal" && error instanceof Error ? error.message : message;
};

/** Failures of the disk are no fault of the backup. */
const isOfTheDisk = (error: unknown) =>
  ["ENOSPC", "EDQUOT", "EIO", "EROFS"].includes(codeOf(error)) || toAppError(error).code === "storage_full";

/** The hash of an entry's bytes, which are also written into a file where one is given. */
async function hashOf(
  archive: Archive,
  name: string,
  into: string | null,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  if (into !== null) await mkdir(dirname(into), { recursive: true, mode: 0o700 });
  const file = into === null ? null : await open(into, "wx", 0o600);
  try {
    for await (const piece of await archive.read(name, { checked: false })) {
      hash.update(piece as Buffer);
      onBytes((piece as Buffer).length);
      await file?.writeFile(piece as Buffer);
    }
    await file?.sync();
  } finally {
    await file?.close();
  }
  return hash.digest("hex");
}

/** Does work on many things, some at a time. */
async function each<T>(things: Iterable<T>, atOnce: number, work: (thing: T) => Promise<void>): Promise<void> {
  const left = things[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
    }),
  );
}

/**
 * Compares the entries of an archive with its list: none missing, none more, none changed. `into` is a folder in which
 * they are unpacked meanwhile.
 */
export async function checkEntries(
  path: string,
  { files }: Pick<Manifest, "files">,
  { into = null, onBytes = () => undefined }: { into?: string | null; onBytes?: (bytes: number) => void } = {},
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const say = sayIn(problems);
  const archive = await openArchive(path, backupLimits);
  try {
    const listed = new Set([MANIFEST]);
    // Waiting for the disk takes longer than writing small files.
    await each(files, into === null ? 1 : 8, async ({ path: name, bytes, sha256 }) => {
      const file = archive.files.get(name);
      const isTwice = listed.has(name);
      listed.add(name);
      if (isTwice) return say(name, "It is listed twice.");
      if (!file) return say(name, "It is missing.");
      if (file.size !== bytes) return say(name, `It has ${file.size} bytes instead of ${bytes}.`);
      try {
        const target = into === null || !OWN_PATH.test(name) ? null : join(into, name);
        if ((await hashOf(archive, name, target, onBytes)) !== sha256) say(name, "Its bytes have changed.");
      } catch (error) {
        if (isOfTheDisk(error)) throw error;
        say(name, wordsOf(error));
      }
    });
    for (const name of archive.files.keys()) {
      if (!listed.has(name)) say(name, "It is not in the list of the backup.");
      if (!OWN_PATH.test(name)) say(name, "No backup has a file of this name.");
    }
  } finally {
    archive.close();
  }
  return problems;
}

async function checkFingerprint(path: string): Promise<Problem[]> {
  const found = await fingerprintAt(path);
  if (!found)
    return [{ path: "", reason: "It does not end with a fingerprint: it is cut off, or no backup of Broadsheet." }];
  return (await fingerprintOf(path, found.bytes)) === found.fingerprint
    ? []
    : [{ path: "", reason: "Its bytes do not match its fingerprint: something in it has changed." }];
}

async function readManifest(archive: Archive): Promise<Manifest> {
  if (!archive.files.has(MANIFEST)) throw new Error("This is no backup of Broadsheet: it has no manifest.json.");
  const text = String(await archive.readWhole(MANIFEST, MOST_MANIFEST_BYTES));
  const given = JSON.parse(text) as { format?: unknown; formatVersion?: unknown };
  if (given.format === "broadsheet-export")
    throw new Error("This is an export, and no backup; use: import broadsheet.");
  if (typeof given.formatVersion === "number" && given.formatVersion > FORMAT_VERSION)
    throw new Error(
      `It was made by a newer version of Broadsheet (format ${given.formatVersion}). Update the program first.`,
    );
  const parsed = manifestShape.safeParse(given);
  if (!parsed.success) throw new Error("Its manifest.json is not as a backup's.");
  return parsed.data;
}

/** Looks into the database of a backup: whether it is whole and belongs to the rest. */
async function checkDatabase(archive: Archive, manifest: Manifest, folder: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  const say = sayIn(problems);
  const name = manifest.engine === "SQLITE" ? "database.sqlite" : "rows";
  try {
    const held = manifest.engine === "SQLITE" ? await inspectFile(archive, name, folder) : await inspectRows(archive);
    for (const reason of held.problems) say(name, reason);
    if (held.lastMigration !== null && held.lastMigration !== manifest.lastMigration)
      say(name, "It is of another version than the backup says.");
    for (const table of new Set([...Object.keys(held.counts), ...Object.keys(manifest.counts)]))
      if (held.counts[table] !== manifest.counts[table])
        say(name, `It has ${held.counts[table] ?? "no"} ${table} instead of ${manifest.counts[table] ?? "none"}.`);
    const missing = new Set(manifest.missing);
    for (const upload of held.files.map((each) => `uploads/${each}`))
      if (!archive.files.has(upload) && !missing.has(upload))
        say(upload, "It is missing, though an attachment has it.");
    if (archive.files.has("secret.key") && held.keyMark !== null) {
      const key = Buffer.from(String(await archive.readWhole("secret.key", 1000)).trim(), "base64");
      if (markOf(key) !== held.keyMark) say("secret.key", "It is not the key that the database was written with.");
    }
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    say(name, wordsOf(error));
  }
  return problems;
}

async function inspectFile(archive: Archive, name: string, folder: string): Promise<Held> {
  const file = join(folder, name);
  if (!existsSync(file)) requireBytes(folder, archive.files.get(name)?.size ?? 0, "The backup's database");
  if (!existsSync(file)) await pipeline(await archive.read(name), createWriteStream(file, { mode: 0o600 }));
  return inspectSnapshot(file, { thoroughly: true });
}

/** `folder` is empty, and whoever calls removes it; with `unpack`, all of the backup is there afterwards. */
type Looking = { folder: string; unpack: boolean; report?: OnProgress | undefined };

/**
 * Examines a backup whole; says everything that is wrong with it, and not only the first.
 */
export async function verifyBackup(path: string, { folder, unpack, report }: Looking): Promise<Verification> {
  const tally = new Tally(report);
  const compared = checkFingerprint(path);
  // Awaited later, beside other work.
  compared.catch(() => undefined);
  const problems: Problem[] = [];
  let manifest: Manifest | null = null;
  try {
    const archive = await openArchive(path, backupLimits);
    try {
      manifest = await readManifest(archive);
      const isNewer = !isKnownMigration(manifest.engine === "SQLITE" ? "sqlite" : "postgres", manifest.lastMigration);
      if (isNewer)
        problems.push({
          path: manifest.engine === "SQLITE" ? "database.sqlite" : "rows",
          reason: `Its database is of a newer version of Broadsheet (${manifest.program}). Update the program first.`,
        });
      // What cannot be restored need not be unpacked.
      if (!isNewer || !unpack) {
        const size = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
        if (unpack) requireBytes(folder, size, "The restored site");
        tally.begin(unpack ? "UNPACKING" : "CHECKING", size);
        problems.push(...(await checkEntries(path, manifest, { into: unpack ? folder : null, onBytes: tally.add })));
        problems.push(...(await checkDatabase(archive, manifest, folder)));
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    problems.push({ path: "", reason: wordsOf(error) });
  }
  problems.unshift(...(await compared));
  return { ok: problems.length === 0, problems, manifest };
}
