import { forgetUsagesOfDeleted } from "../attachments/forgetting";
import { renewalOfPictureJob } from "../attachments/recording";
import { picturesJob, remakeAll } from "../attachments/remaking-all";
import { isStill } from "../comments/notifications";
import { commentState } from "../comments/schema";
import { system } from "../core/access";
import { noInput } from "../core/fields";
import { engine } from "../core/operation";
import { isPublicAddress } from "../core/outbound";
import { planningOf, publicationJob } from "../drafts/planning";
import { purgingOf } from "../drafts/purging";
import { jobKind } from "../jobs/kinds";
import { GiveUp } from "../jobs/queue";
import { forgetEndedJobs } from "../jobs/recurring";
import { doing, type Handlers } from "../jobs/running";
import { mailJob } from "../mail/queue";
import { MailError, sendMail } from "../mail/sending";
import { post } from "../posts/kind";
import { renewalJob } from "../renewals/mutations";
import { renewPictures, renewTexts } from "../renewals/renewing";
import { sheet } from "../sheets/kind";
import { announce, announcementJob, deliveryJob } from "../webhooks/announcing";
import { deliverWebhook, forgetDeliveries } from "../webhooks/delivering";
import { lookups } from "./webhook-subjects";

const noteOf = { post: planningOf(post), sheet: planningOf(sheet) };

const cleaningJob = jobKind("clean-up", {
  payload: noInput,
  tries: 3,
  alone: true,
  every: { ms: 3_600_000, title: "Empty the recycle bin of what is overdue, and forget old logs" },
});

/** Who does what stands in the queue. */
export const handlers: Handlers = {
  ...doing(announcementJob, ({ subject }) => announce(lookups, subject)),
  ...doing(cleaningJob, async (_nothing, run) => {
    for (const kind of [post, sheet]) {
      const purged = await purgingOf(kind)();
      if (purged > 0) run.log(`${purged} of the ${kind.name}s in the recycle bin were deleted for good.`);
    }
    await forgetUsagesOfDeleted();
    await forgetEndedJobs(system, {});
    await forgetDeliveries(system, {});
  }),
  ...doing(deliveryJob, deliverWebhook(isPublicAddress)),
  ...doing(publicationJob, (publication, run) => noteOf[publication.kind](publication, run.log)),
  ...doing(picturesJob, remakeAll),
  ...doing(renewalOfPictureJob, renewPictures),
  ...doing(renewalJob, (_nothing, run) => renewTexts(run)),
  ...doing(mailJob, async (mail, run) => {
    if (mail.onlyWhile && !(await isStill(engine().reader, commentState.parse(mail.onlyWhile))))
      return run.log("Not sent: the comment it tells of was decided on or deleted meanwhile.");
    try {
      await sendMail(engine().reader, mail);
    } catch (error) {
      throw error instanceof MailError && error.isFinal
        ? new GiveUp(`${error.message} (${error.answer ?? ""})`)
        : error;
    }
  }),
};
