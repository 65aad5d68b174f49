import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { takeSnapshot, inspectSnapshot } from "../../../db/snapshot";
import { env } from "../../core/env";
import { AppError } from "../../core/errors";
import { keyFile } from "../../core/key-file";
import { FINGERPRINT_LENGTH, fingerprintOf } from "../../services/archives/fingerprint";
import { ArchiveWriter } from "../../services/archives/writing";
import { holdFiles } from "../../services/files/holding";
import { findBackups, removeRemains } from "./folder";
import { factsOf } from "./manifest-facts";
import { type OnProgress, Tally } from "./progress";
import { requireBytes, whileThereIsRoom } from "./room";
import type { BackupFacts, BackupReason, Manifest } from "./schema";
import { checkEntries } from "./verifying";

export type Making = { path: string; reason: BackupReason; withKey: boolean; program: string };

/** The free space that a backup wants, as a part of what it may take. */
const SPARE = 1.2;

function bytesOf(files: readonly string[], snapshot: string): number {
  const uploads = files.map(
    (file) => statSync(join(env.dataDir, "uploads", file), { throwIfNoEntry: false })?.size ?? 0,
  );
  return uploads.reduce((sum, size) => sum + size, statSync(snapshot).size);
}

/** What a backup may take: as much as the last one, or the files of the site where there is none. */
const expectedBytes = (files: readonly string[], snapshot: string): number =>
  SPARE * (findBackups()[0]?.size ?? bytesOf(files, snapshot));

/** Backs the site up into a new file, checks it, and only then gives it its name. Others may write meanwhile. */
export const makeBackup = (making: Making, report?: OnProgress): Promise<BackupFacts> =>
  whileThereIsRoom(dirname(making.path), "no backup was made.", () => make(making, new Tally(report)));

async function make({ path, reason, withKey, program }: Making, tally: Tally): Promise<BackupFacts> {
  if (existsSync(path))
    throw new AppError("conflict", `${path} exists already. Choose another name.`, { reason: "exists" });
  const database = join(env.dataDir, "broadsheet.db");
  if (!existsSync(database)) throw new AppError("not_found", `There is no site in ${env.dataDir} yet.`);
  const size = statSync(database).size;
  requireBytes(dirname(path), Math.max(size, (findBackups()[0]?.size ?? 0) * SPARE), "The backup");
  removeRemains(dirname(path));
  const release = holdFiles();
  const scratch = join(dirname(path), `.making-${randomBytes(4).toString("hex")}`);
  let writer: ArchiveWriter | undefined;
  try {
    mkdirSync(scratch, { mode: 0o700 });
    writer = await ArchiveWriter.begin(path);
    tally.begin("READING");
    const snapshot = join(scratch, "database.sqlite");
    takeSnapshot(database, snapshot);
    const createTime = new Date();
    const held = inspectSnapshot(snapshot, { thoroughly: true });
    if (held.problems.length > 0)
      throw new AppError("internal", `The database is damaged: ${held.problems[0]}. Restore an earlier backup.`);
    requireBytes(dirname(path), expectedBytes(held.files, snapshot), "The backup");
    // All of it is written, and read again.
    tally.begin("WRITING", 2 * bytesOf(held.files, snapshot));
    const onBytes = tally.add;
    await writer.add("database.sqlite", { file: snapshot }, { deflate: true, onBytes });
    if (withKey && env.secretKey !== undefined)
      await writer.add("secret.key", Buffer.from(`${env.secretKey}\n`), { deflate: false });
    else if (withKey && existsSync(keyFile()))
      await writer.add("secret.key", readFileSync(keyFile()), { deflate: false });
    const missing: string[] = [];
    for (const file of held.files.map((each) => `uploads/${each}`).sort()) {
      const source = join(env.dataDir, file);
      if (existsSync(source)) await writer.add(file, { file: source }, { deflate: false, onBytes });
      else missing.push(file);
    }
    const manifest: Manifest = {
      format: "broadsheet-backup",
      formatVersion: 1,
      engine: "SQLITE",
      program,
      lastMigration: held.lastMigration,
      createTime: createTime.toISOString(),
      reason,
      counts: held.counts,
      missing,
      files: [...writer.files],
    };
    await writer.add("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), {
      deflate: true,
      last: true,
    });
    tally.begin("CHECKING");
    await writer.finish({
      length: FINGERPRINT_LENGTH,
      make: (file, bytes) => fingerprintChecked(file, bytes, manifest, onBytes),
    });
    return factsOf(manifest, statSync(path).size, { ok: true, problems: [] });
  } catch (error) {
    await writer?.abandon();
    throw error;
  } finally {
    release();
    rmSync(scratch, { recursive: true, force: true });
  }
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
