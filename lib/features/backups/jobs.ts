import { and, eq } from "drizzle-orm";
import { users } from "../../../db/schema";
import { system } from "../../core/access";
import { AppError } from "../../core/errors";
import { noInput, nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { jobKind } from "../../services/jobs/kinds";
import { GiveUp } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { queueMail } from "../../services/mail/queue";
import { addressOf, readOptions } from "../../services/settings/reading";
import { makeInChild, verifyInChild, type Watched } from "./child";
import {
  backupFile,
  findBackups,
  listBackup,
  makeBackupsFolder,
  newBackupName,
  noteFacts,
  readFacts,
  removeBackup,
} from "./folder";
import { forgetStep, noteStep } from "./job-steps";
import type { Making } from "./making";
import { overdue, readSlot, slotBefore, storeSlot } from "./schedule";
import * as shape from "./schema";

export const backupJob = jobKind("back-up", {
  lane: "long",
  payload: shape.backupPayload,
  tries: 1,
  alone: true,
  inFolder: true,
});
export const verificationJob = jobKind("verify-backup", {
  lane: "long",
  payload: shape.backupRef,
  tries: 1,
  inFolder: true,
});
export const scheduledBackupJob = jobKind("scheduled-backup", {
  lane: "long",
  payload: noInput,
  tries: 3,
  alone: true,
  every: { ms: 600_000, title: "Back up the site when it is due" },
});

type Run = Pick<JobRun, "id" | "log" | "signal" | "progress">;

/** Whether somebody cancelled the job; a server that stops aborts it for another reason. */
const isCancelled = ({ reason }: AbortSignal): boolean => reason instanceof Error && reason.message === "cancelled";

/** Does work whose progress its job shows, and which ends when the job is cancelled. */
async function followed<T>({ id, signal, progress }: Run, work: (watched: Watched) => Promise<T>): Promise<T> {
  try {
    return await work({
      signal,
      onProgress({ step, done, total }) {
        noteStep(id, step);
        progress(done, total === 0 ? null : total);
      },
    });
  } finally {
    forgetStep(id);
  }
}

/** Makes a backup in the folder of backups, and lists it. */
async function backUp(making: Pick<Making, "reason" | "withKey" | "program">, run: Run): Promise<void> {
  makeBackupsFolder();
  const name = newBackupName(new Date());
  const facts = await followed(run, (watched) => makeInChild({ path: backupFile(name), ...making }, watched));
  listBackup(name, facts);
  run.log(`${name} holds the whole site and was checked.`);
}

/** Does backups that somebody asked for; `program` is the version of the program. */
export const makingAskedBackups =
  (program: string) =>
  ({ withKey }: { withKey: boolean }, run: Run): Promise<void> =>
    backUp({ reason: "MANUAL", withKey, program }, run);

/** Verifies a listed backup again and notes what was found. */
export async function verifyListed({ name }: { name: string }, run: Run): Promise<void> {
  const facts = readFacts(name);
  if (!facts) throw new GiveUp("This backup was deleted in the meantime.");
  const { ok, problems } = await followed(run, (watched) => verifyInChild(backupFile(name), watched));
  noteFacts(name, { ...facts, verified: { time: new Date().toISOString(), ok, problems } });
  run.log(ok ? "It is whole." : `It cannot be relied on: ${problems.map(({ reason }) => reason).join(" ")}`);
}

/** Makes a scheduled backup when it is due, and deletes those that are too many. */
export const makingDueBackups =
  (program: string) =>
  async (_nothing: unknown, run: Run & Pick<JobRun, "isLastTry">): Promise<void> => {
    const { backup_schedule, backup_hour, backup_keep } = await readOptions(engine().reader);
    const slot = slotBefore(new Date(), backup_schedule, backup_hour);
    if (slot === null || (await readSlot(engine().reader)) === slot.getTime()) return;
    try {
      await backUp({ reason: "SCHEDULED", withKey: true, program }, run);
      await storeSlot(slot);
    } catch (error) {
      // A cancelled backup is not made again for this moment; one that a stopping server interrupts is made after the
      // next start.
      if (isCancelled(run.signal)) await storeSlot(slot);
      if (run.signal.aborted || !run.isLastTry) throw error;
      // It is tried again at its next hour, so that nobody gets a mail every ten minutes.
      await storeSlot(slot);
      const message = error instanceof Error ? error.message : String(error);
      await tellOfFailure({ ...system, name: "the server" }, { message });
      throw error;
    }
    for (const name of overdue(findBackups(), backup_keep)) {
      removeBackup(name);
      run.log(`${name} was deleted: ${backup_keep} scheduled backups are kept.`);
    }
  };

/** Mails every ADMIN that a scheduled backup failed. */
const tellOfFailure = mutation("tellOfFailedBackup", {
  can: "look after storage",
  input: shape.failure,
  output: nothing,
  touches: () => [],
  about: (_input) => ({ subject: "backups", summary: "A scheduled backup failed." }),
  run: async ({ db }, { message }) => {
    const link = `${addressOf(await readOptions(db))}/admin/tools/backups`;
    const admins = await db
      .select({ email: users.email, locale: users.locale })
      .from(users)
      .where(and(eq(users.role, "ADMIN"), eq(users.suspended, false)));
    for (const { email, locale } of admins)
      await queueMail(db, { to: email, template: "backupFailed", locale, data: { reason: message, link } });
  },
});

/** Refuses what another backup or restore stands in the way of. */
export const busy = (): AppError =>
  new AppError("conflict", "Another backup or restore of this site is at work. Try again when it has ended.", {
    reason: "backup_running",
  });
