import { z } from "zod";
import { incomingFile, instantOut, text } from "../../core/fields";
import { known } from "../../core/settings";
import { factorProof } from "../accounts/credentials-schema";

export const reasons = ["MANUAL", "SCHEDULED", "BEFORE_RESTORE", "BEFORE_UPGRADE"] as const;
export const backupReason = z.enum(reasons);
export type BackupReason = (typeof reasons)[number];

/** A backup's name: its file in the folder of backups. */
export const backupName = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,95}\.zip$/)
  .describe("Letters, digits, `.`, `_` and `-`, ending in .zip, at most 100 characters, no dot at the beginning.");

/** A list of backups says both of each, so that neither is as long as whoever made a backup wants. */
const program = z.string().max(100);
const counts = z
  .record(z.string().max(100), z.int().min(0))
  .refine((all) => Object.keys(all).length <= 1000, { error: "At most 1,000 tables." })
  .describe("Rows of each table.");
const entry = z.object({ path: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** The list of what a backup holds, `manifest.json` in it. */
export const manifest = z.object({
  format: z.literal("broadsheet-backup"),
  formatVersion: z.int().min(1),
  engine: z.enum(["SQLITE", "POSTGRESQL"]),
  program,
  lastMigration: z.int().min(0),
  createTime: z.iso.datetime(),
  reason: backupReason,
  counts,
  /** The next number of each table, where the rows do not say it. */
  numbers: z.record(z.string(), z.int().min(1)).optional(),
  /** Files that the site itself had lost, so that the backup is none the worse. */
  missing: z.array(z.string()),
  files: z.array(entry),
});
export type Manifest = z.output<typeof manifest>;

export const problem = z.object({
  path: z.string().describe("The entry of the archive, or empty for the whole."),
  reason: z.string(),
});
export type Problem = z.output<typeof problem>;

/** What is kept beside a backup, so that a list need not open it. */
export const backupFacts = z.object({
  size: z.int(),
  createTime: z.iso.datetime(),
  reason: backupReason,
  program,
  formatVersion: z.int(),
  engine: z.enum(["SQLITE", "POSTGRESQL"]),
  counts,
  withKey: z.boolean(),
  missing: z.int(),
  verified: z.object({ time: z.iso.datetime(), ok: z.boolean(), problems: z.array(problem) }),
});
export type BackupFacts = z.output<typeof backupFacts>;

/** A backup as it is answered. */
export const backup = z.object({
  name: z.string(),
  server: z.string().nullable().describe("The machine that has the file, of several; null where it is this one."),
  size: z.int().describe("Bytes."),
  createTime: instantOut,
  reason: backupReason,
  program: program.describe("The version of Broadsheet that made it."),
  formatVersion: z.int(),
  engine: z.enum(["SQLITE", "POSTGRESQL"]),
  counts,
  withKey: z.boolean().describe("Without the site's key, second factors and the mail password are lost by a restore."),
  missing: z.int().describe("Files that the site had lost already when it was made."),
  verified: z.object({ time: instantOut, ok: z.boolean(), problems: z.array(problem) }),
});
export type Backup = z.output<typeof backup>;

export const restoredFrom = z.strictObject({
  from: z.string().describe("The backup, or the folder of replaced data."),
});

/** A backup that is there or not; no other form of name leads to a file. */
export const backupRef = z.strictObject({ name: text(100) });
export const newBackup = z.strictObject({
  withKey: z
    .boolean()
    .optional()
    .describe("Default: true. Without the site's key, a restore loses second factors and the mail password."),
});
export const backupPayload = z.strictObject({ withKey: z.boolean() });
/** A moment that a scheduled backup was for. */
export const backupSlot = z.strictObject({ slot: z.date() });
export const failure = z.strictObject({ message: z.string() });
export const backupOnDisk = z.object({ path: z.string(), size: z.int() });
export const sentBackup = z.strictObject({ name: backupName, file: incomingFile });
export const proof = z.strictObject({ proof: factorProof });
export const isSpent = z.boolean();
export const restoreWish = z.strictObject({
  name: text(100),
  confirm: text(100).describe("The name of the backup again."),
  currentPassword: text(1000).optional(),
  authcode: text(6, 6).optional(),
});

/** What is being done of a backup, a verification or a restore, in the order of its coming. */
export const steps = ["READING", "WRITING", "CHECKING", "UNPACKING", "OPENING", "RENDERING", "STORING"] as const;
export type Step = (typeof steps)[number];

/** How far it is: bytes that are read or written, or records whose texts are rendered, of how many; 0 while nobody knows. */
export const progress = z.object({
  step: z.enum(steps),
  done: z.int().min(0).describe("Bytes; of `RENDERING`, records."),
  total: z.int().min(0).describe("The same; 0 while nobody knows."),
});
export type Progress = z.output<typeof progress>;

/** A restore of the running server. */
export const restoreStatus = z.object({
  state: z
    .enum(["NONE", "PREPARING", "EXCHANGING", "DONE", "FAILED", "CANCELLED"])
    .describe("EXCHANGING: the site answers 503 for some seconds."),
  name: z.string().nullable(),
  replaced: z.string().nullable().describe("The folder of what was replaced, below the data folder."),
  notes: z.array(z.string()),
  progress: progress.nullable().describe("How far it is, while it is being made ready."),
  error: z.string().nullable(),
  startTime: instantOut.nullable(),
  endTime: instantOut.nullable(),
});
export type RestoreStatus = z.output<typeof restoreStatus>;

/** What a job of backups is doing at the moment. */
export const jobStep = z.object({ jobId: z.int(), step: z.enum(steps).nullable() });
export const jobIds = z.strictObject({ jobIds: z.array(z.int()) });

/** Data that a restore replaced. */
export const replacedName = z
  .string()
  .regex(/^[0-9TZ-]{1,40}$/)
  .describe("Its folder, below `replaced` in the data folder.");
export const replacedRef = z.strictObject({ name: replacedName });
export const replacedData = z.object({
  name: replacedName,
  replaceTime: instantOut.describe("When a restore put it aside."),
  size: z.int().min(0).describe("Bytes."),
});
export type ReplacedData = z.output<typeof replacedData>;

/** What a restore would replace: the records of the site as it is now. */
export const presentSite = z.object({ program: z.string(), counts });
export type PresentSite = z.output<typeof presentSite>;

/** When the site is backed up by itself, as its form holds it. */
export const scheduleValues = z.strictObject({
  backup_schedule: known("backup_schedule").schema,
  backup_hour: known("backup_hour").schema,
  backup_keep: known("backup_keep").schema,
});
