import { existsSync, renameSync, statSync } from "node:fs";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { jobs } from "../../../db/schema";
import { AppError, invalid, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { seenJob } from "../../services/jobs/queries";
import { enqueue } from "../../services/jobs/queue";
import { job } from "../../services/jobs/schema";
import { isElsewhere, keeperOf, removeElsewhere } from "../../services/kept-files/elsewhere";
import { BACKUP } from "./all";
import { verifyInChild } from "./child";
import { backupFile, backupsFolder, findBackup, listBackup, makeBackupsFolder, removeBackup } from "./folder";
import { backupJob, busy, verificationJob } from "./jobs";
import { factsOf } from "./manifest-facts";
import * as shape from "./schema";

/** Starts a job that backs the site up. */
export const createBackup = mutation("createBackup", {
  can: "manage backups",
  input: shape.newBackup,
  output: job,
  summary:
    "Starts a job that writes everything into one file: database, uploads and the site's key. It is listed once it was verified. Its progress counts bytes.",
  example: { withKey: true },
  refusals: ["conflict", "storage_full"],
  touches: () => [],
  whenFull: true,
  about: (_input, { id }) => ({ subject: `job:${id}`, summary: "A backup was asked for." }),
  run: async ({ db, now }, { withKey = true }) => {
    const open = and(eq(jobs.kind, backupJob.name), inArray(jobs.state, ["WAITING", "RUNNING"]));
    if ((await db.select({ id: jobs.id }).from(jobs).where(open).limit(1)).length > 0) throw busy();
    return seenJob(db, await enqueue(db, { kind: backupJob, title: "Back up the site", payload: { withKey } }, now));
  },
});

/** The file of a listed backup; refuses with `not_found`, and where another server has it. */
export async function listedFile(db: Database, name: string): Promise<string> {
  if (!findBackup(name)) throw isElsewhere((await keeperOf(db, BACKUP, name)).server);
  return backupFile(name);
}

/** Starts a job that verifies a backup again. */
export const verifyBackup = mutation("verifyBackup", {
  can: "manage backups",
  input: shape.backupRef,
  output: job,
  summary: "Starts a job that examines the backup whole; what it finds stands in the backup's `verified`.",
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: `backup:${name}`, summary: `Verifying "${name}" was asked for.` }),
  run: async ({ db, now }, { name }) => {
    const folder = findBackup(name) ? undefined : (await keeperOf(db, BACKUP, name)).folder;
    const title = `Verify the backup ${name}`;
    const wish = { kind: verificationJob, title, payload: { name }, folder, dedupeKey: name };
    return seenJob(db, await enqueue(db, wish, now));
  },
});

/** Deletes a backup. */
export const deleteBackup = mutation("deleteBackup", {
  can: "manage backups",
  input: shape.backupRef,
  output: nothing,
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: `backup:${name}`, summary: `The backup "${name}" was deleted.` }),
  run: async ({ db, now }, { name }) => {
    if (findBackup(name)) removeBackup(name);
    else await removeElsewhere(db, BACKUP, name, now);
  },
});

/** Notes that somebody takes a backup away; returns its file for the door that sends it. */
export const fetchBackup = mutation("fetchBackup", {
  can: "manage backups",
  input: shape.backupRef,
  output: shape.backupOnDisk,
  touches: () => [],
  whenFull: true,
  about: ({ name }) => ({ subject: `backup:${name}`, summary: `The backup "${name}" was downloaded.` }),
  run: async ({ db }, { name }) => {
    const path = await listedFile(db, name);
    return { path, size: statSync(path).size };
  },
});

/** Takes in a backup from elsewhere, which is verified before it is listed. */
export const uploadBackup = mutation("uploadBackup", {
  can: "manage backups",
  input: shape.sentBackup,
  output: shape.backup,
  summary: "Takes in a backup from elsewhere: its bytes as the body. It is listed if it is whole.",
  refusals: ["conflict", "storage_full"],
  touches: () => [],
  about: ({ name }) => ({ subject: `backup:${name}`, summary: `The backup "${name}" was taken in.` }),
  prepare: async ({ name, file }) => {
    if (existsSync(backupFile(name)))
      throw new AppError("conflict", "There is a backup of this name already. Choose another.", {
        reason: "backup_exists",
      });
    makeBackupsFolder();
    const { problems, manifest } = await verifyInChild(file.path, { scratchIn: backupsFolder() });
    const [first] = problems;
    if (first || !manifest)
      throw invalid(
        "file",
        "bad_backup",
        `This backup was not taken in. ${first?.path ? `${first.path}: ` : ""}${first?.reason ?? "It has no list."}`,
      );
    // Whoever brings one keeps it: only those that this site made by itself are deleted by themselves.
    return factsOf({ ...manifest, reason: "MANUAL" }, file.size, { ok: true, problems: [] });
  },
  run: async (_context, { name, file }, facts) => {
    renameSync(file.path, backupFile(name));
    listBackup(name, facts);
    const taken = findBackup(name);
    if (!taken) throw notFound();
    return taken;
  },
});
