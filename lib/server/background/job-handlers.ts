import packageJson from "../../../package.json";
import { picturesJob, remakeAll } from "../../features/attachments/remaking-all";
import {
  backupJob,
  makingAskedBackups,
  makingDueBackups,
  scheduledBackupJob,
  verificationJob,
  verifyListed,
} from "../../features/backups/jobs";
import { forgetExpiredSignIns } from "../../features/accounts/sign-in/forgetting";
import { forgetOverdueRemovals } from "../../features/removals/mutations";
import { forgetReferencesOfDeleted } from "../../features/references/forgetting";
import { renewalOfPictureJob } from "../../features/references/recording";
import { checkingLinks, linkCheckJob } from "../../features/links/checking";
import { forgetAsked } from "../../features/comments/confirming";
import { isStill } from "../../features/comments/notifications";
import { commentCondition } from "../../features/comments/schema";
import { followRequestJob, forgetWishes, storeWish } from "../../features/followers/following";
import { mailAgainJob, mailingJob, weeklyJob } from "../../features/followers/jobs";
import { sendAgain, sendBatch } from "../../features/followers/sending";
import { planWeek } from "../../features/followers/weekly";
import { system } from "../../core/access";
import { AppError } from "../../core/errors";
import { noInput } from "../../core/fields";
import { engine } from "../../core/operation";
import { isPublicAddress } from "../../services/outbound/outbound";
import { planningOf, publicationJob } from "../../features/writing/planning";
import { forgetOldViews } from "../../features/writing/views";
import { purgingOf } from "../../features/writing/purging";
import { importJob } from "../../features/moving/imports/jobs";
import { workOff } from "../../features/moving/imports/running";
import { jobKind } from "../../services/jobs/kinds";
import { seenJob } from "../../services/jobs/queries";
import { GiveUp } from "../../services/jobs/queue";
import { forgetEndedJobs } from "../../services/jobs/recurring";
import { doing, type Handlers, type JobRun } from "../../services/jobs/running";
import { askedMailJob, mailJob } from "../../services/mail/queue";
import type { Mail } from "../../services/mail/schema";
import { MailError, sendMail } from "../../services/mail/sending";
import { removalJob, removeKeptFile } from "../../services/kept-files/elsewhere";
import { post } from "../../features/writing/posts/collection";
import { indexChosen, indexingJob } from "../../features/writing/posts/indexing";
import { sheet } from "../../features/writing/sheets/collection";
import { exportJob, runExport } from "../../features/moving/exports/mutations";
import { sweepExports } from "../../features/moving/exports/folder";
import { forgetDryRuns, sweepSent } from "../../features/moving/imports/sent-files";
import { renewalJob } from "../../features/renewals/mutations";
import { renewPictures, renewTexts } from "../../features/renewals/renewing";
import { announce, announcementJob, deliveryJob } from "../../features/webhooks/announcing";
import { deliverWebhook, forgetDeliveries } from "../../features/webhooks/delivering";
import { hubJob, tellHub } from "../../features/webhooks/hub";
import { lookups } from "./webhook-subjects";

const kinds = { post, sheet };

const cleaningJob = jobKind("clean-up", {
  lane: "long",
  payload: noInput,
  tries: 3,
  alone: true,
  every: { ms: 3_600_000, title: "Delete overdue texts in the recycle bin, and old logs, views and exports" },
});

/** Sends a queued mail, unless what it tells about has changed meanwhile. */
async function sendQueued(mail: Mail, run: JobRun): Promise<void> {
  if (mail.onlyWhile && !(await isStill(engine().reader, commentCondition.parse(mail.onlyWhile))))
    return run.log(
      "Not sent: the comment was approved, rejected, hidden or deleted in the meantime, or the mail is no longer wanted.",
    );
  try {
    await sendMail(engine().reader, mail);
  } catch (error) {
    throw error instanceof MailError && error.isFinal ? new GiveUp(`${error.message} (${error.answer ?? ""})`) : error;
  }
}

/** The handlers of all kinds of jobs. */
export const handlers: Handlers = {
  ...doing(removalJob, removeKeptFile),
  ...doing(backupJob, makingAskedBackups(packageJson.version)),
  ...doing(verificationJob, verifyListed),
  ...doing(scheduledBackupJob, makingDueBackups(packageJson.version)),
  ...doing(announcementJob, ({ subject }) => announce(lookups, subject)),
  ...doing(cleaningJob, async (_nothing, run) => {
    for (const kind of Object.values(kinds)) {
      const purged = await purgingOf(kind)();
      if (purged > 0) run.log(`${purged} of the ${kind.name}s in the recycle bin were deleted for good.`);
    }
    const forgotten = await forgetOverdueRemovals();
    if (forgotten > 0) run.log(`${forgotten} deleted records can no longer be put back.`);
    await forgetReferencesOfDeleted(run.signal);
    await forgetOldViews();
    await forgetEndedJobs();
    await forgetDeliveries();
    await forgetExpiredSignIns();
    await forgetWishes(system, {});
    await forgetAsked(system, {});
    await forgetDryRuns(system, {});
    const swept = [await sweepExports(new Date()), await sweepSent(engine().reader, new Date())];
    if (swept.some((count) => count > 0)) run.log("Old exports, and files of ended imports, were deleted.");
  }),
  ...doing(followRequestJob, (wish) => storeWish(system, wish)),
  ...doing(mailingJob, sendBatch),
  ...doing(mailAgainJob, sendAgain),
  ...doing(weeklyJob, () => planWeek(system, {})),
  ...doing(linkCheckJob, checkingLinks(isPublicAddress)),
  ...doing(deliveryJob, deliverWebhook(isPublicAddress)),
  ...doing(hubJob, tellHub(isPublicAddress)),
  ...doing(exportJob, runExport),
  ...doing(importJob, async ({ importId }, run) => {
    const { error, state } = await workOff({ ...system, name: "the server" }, importId, {
      sentOnly: true,
      signal: run.signal,
      goesOnLater: async () => !(await seenJob(engine().reader, run.id)).cancelWanted,
      onProgress: (...at) => run.progress(...at),
    }).catch((problem: unknown) => {
      const isOver = problem instanceof AppError && problem.extra.reason === "import_ended";
      throw isOver ? new GiveUp(problem.message) : problem;
    });
    if (error !== null) throw new GiveUp(error);
    // Stopped before its end: this job was cancelled, or goes on when the server runs again.
    if (state !== "DONE" && state !== "UNDONE") run.signal.throwIfAborted();
  }),
  ...doing(publicationJob, (publication, run) => planningOf(kinds[publication.kind])(publication, run.log)),
  ...doing(indexingJob, indexChosen),
  ...doing(picturesJob, remakeAll),
  ...doing(renewalOfPictureJob, renewPictures),
  ...doing(renewalJob, (_nothing, run) => renewTexts(run)),
  ...doing(mailJob, sendQueued),
  ...doing(askedMailJob, sendQueued),
};
