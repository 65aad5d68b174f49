import { picturesJob, remakeAll } from "../features/attachments/remaking-all";
import { forgetReferencesOfDeleted } from "../features/references/forgetting";
import { renewalOfPictureJob } from "../features/references/recording";
import { isStill } from "../features/comments/notifications";
import { commentState } from "../features/comments/schema";
import { system } from "../core/access";
import { noInput } from "../core/fields";
import { engine } from "../core/operation";
import { isPublicAddress } from "../services/outbound/outbound";
import { planningOf, publicationJob } from "../features/writing/planning";
import { purgingOf } from "../features/writing/purging";
import { jobKind } from "../services/jobs/kinds";
import { GiveUp } from "../services/jobs/queue";
import { forgetEndedJobs } from "../services/jobs/recurring";
import { doing, type Handlers } from "../services/jobs/running";
import { mailJob } from "../services/mail/queue";
import { MailError, sendMail } from "../services/mail/sending";
import { post } from "../features/writing/posts/collection";
import { sheet } from "../features/writing/sheets/collection";
import { renewalJob } from "../features/renewals/mutations";
import { renewPictures, renewTexts } from "../features/renewals/renewing";
import { announce, announcementJob, deliveryJob } from "../features/webhooks/announcing";
import { deliverWebhook, forgetDeliveries } from "../features/webhooks/delivering";
import { lookups } from "./webhook-subjects";

const kinds = { post, sheet };

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
    for (const kind of Object.values(kinds)) {
      const purged = await purgingOf(kind)();
      if (purged > 0) run.log(`${purged} of the ${kind.name}s in the recycle bin were deleted for good.`);
    }
    await forgetReferencesOfDeleted();
    await forgetEndedJobs(system, {});
    await forgetDeliveries(system, {});
  }),
  ...doing(deliveryJob, deliverWebhook(isPublicAddress)),
  ...doing(publicationJob, (publication, run) => planningOf(kinds[publication.kind])(publication, run.log)),
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
