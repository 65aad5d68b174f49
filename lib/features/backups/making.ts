import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";
import { keyFile } from "../../core/key-file";
import { FINGERPRINT_LENGTH, fingerprintOf } from "../../services/archives/fingerprint";
import { ArchiveWriter } from "../../services/archives/writing";
import { storage } from "../../services/files/storage";
import { findBackups, removeUnfinished } from "./folder";
import { factsOf } from "./manifest-facts";
import { type OnProgress, Tally } from "./progress";
import { requireBytes, whileThereIsRoom } from "./room";
import type { BackupFacts, BackupReason, Manifest } from "./schema";
import { bytesOfCopy, type Snapshot, withSnapshot } from "./snapshots";
import { checkEntries } from "./verifying";

export type Making = { path: string; reason: BackupReason; withKey: boolean; program: string };

/** Bytes that are read of a file at once. */
const PIECE = 1024 ** 2;

/** Of all backups of a data folder, since one is made at a time. */
export const HOLDER = "backup";

/** The free space that a backup wants, as a part of what it may take. */
const SPARE = 1.2;

const bytesOf = ({ bytes, fileBytes }: Snapshot): number => bytes + fileBytes;

/** What a backup may take: as much as the last one, or the files of the site where there is none. */
const expectedBytes = (snapshot: Snapshot): number => SPARE * (findBackups()[0]?.size ?? bytesOf(snapshot));

/** Backs the site up into a new file, checks it, and only then gives it its name. Others may write meanwhile. */
export const makeBackup = (making: Making, report?: OnProgress): Promise<BackupFacts> =>
  whileThereIsRoom(dirname(making.path), "no backup was made.", () => make(making, new Tally(report)));

async function make(making: Making, tally: Tally): Promise<BackupFacts> {
  const { path } = making;
  if (existsSync(path))
    throw new AppError("conflict", `${path} exists already. Choose another name.`, { reason: "exists" });
  requireBytes(dirname(path), Math.max(bytesOfCopy(), (findBackups()[0]?.size ?? 0) * SPARE), "The backup");
  await removeUnfinished(dirname(path));
  const release = await storage().hold(HOLDER);
  const scratch = join(dirname(path), `.making-${randomBytes(4).toString("hex")}`);
  let writer: ArchiveWriter | undefined;
  try {
    mkdirSync(scratch, { mode: 0o700 });
    writer = await ArchiveWriter.begin(path);
    const into = writer;
    tally.begin("READING");
    const database = await withSnapshot(scratch, (snapshot) => writeDatabase(into, path, snapshot, tally));
    const manifest = await writeFiles(into, making, database, tally);
    tally.begin("CHECKING");
    await writer.finish({
      length: FINGERPRINT_LENGTH,
      make: (file, bytes) => fingerprintChecked(file, bytes, manifest, tally.add),
    });
    return factsOf(manifest, statSync(path).size, { ok: true, problems: [] });
  } catch (error) {
    await writer?.abandon();
    throw error;
  } finally {
    await release();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Written = Pick<Manifest, "engine" | "lastMigration" | "createTime" | "counts" | "numbers"> &
  Pick<Snapshot, "files">;

/** Writes the database first, so that it is held in one moment no longer than that takes. */
async function writeDatabase(writer: ArchiveWriter, path: string, snapshot: Snapshot, tally: Tally): Promise<Written> {
  const createTime = new Date().toISOString();
  const { engine, lastMigration, files } = snapshot;
  requireBytes(dirname(path), expectedBytes(snapshot), "The backup");
  // All of it is written, and read again.
  tally.begin("WRITING", 2 * bytesOf(snapshot));
  return { engine, lastMigration, createTime, files, ...(await snapshot.write(writer, tally.add)) };
}

/** Writes what the database goes with, and the list of all. */
async function writeFiles(
  writer: ArchiveWriter,
  { reason, withKey, program }: Making,
  { files, engine, lastMigration, createTime, counts, numbers }: Written,
  { add: onBytes }: Tally,
): Promise<Manifest> {
  if (withKey && env.secretKey !== undefined)
    await writer.add("secret.key", Buffer.from(`${env.secretKey}\n`), { deflate: false });
  else if (withKey && existsSync(keyFile()))
    await writer.add("secret.key", readFileSync(keyFile()), { deflate: false });
  const missing: string[] = [];
  for (const name of files.toSorted()) {
    const size = await storage().size(name);
    const content =
      size === null ? null : size === 0 ? Buffer.alloc(0) : await storage().read(name, 0, size - 1, PIECE);
    if (content === null) missing.push(`uploads/${name}`);
    else await writer.add(`uploads/${name}`, content, { deflate: false, onBytes });
  }
  const manifest: Manifest = {
    format: "broadsheet-backup",
    formatVersion: 1,
    engine,
    program,
    lastMigration,
    createTime,
    reason,
    counts,
    ...(numbers && { numbers }),
    missing,
    files: [...writer.files],
  };
  await writer.add("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), {
    deflate: true,
    last: true,
  });
  return manifest;
}

/** Computes the fingerprint while what stands on the disk is compared with what was to be written. */
async function fingerprintChecked(
  file: string,
  bytes: number,
  manifest: Manifest,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const checked = checkEntries(file, manifest, { onBytes });
  const [fingerprint, problems] = await Promise.all([fingerprintOf(file, bytes), checked]);
  if (problems.length > 0)
    throw new AppError(
      "internal",
      `The backup was not kept, since the disk did not give back what was written (${problems[0]?.path}: ${problems[0]?.reason}). Check the disk that holds ${basename(file)}.`,
    );
  return fingerprint;
}
