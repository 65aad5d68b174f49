import { forgetReferencesOfDeleted } from "../references/forgetting";
import { remakeAll } from "../attachments/remaking-all";
import { isStill } from "../comments/notifications";
import { system } from "../core/access";
import { engine } from "../core/operation";
import { isPublicAddress } from "../core/outbound";
import { planningOf } from "../drafts/planning";
import { purgingOf } from "../drafts/purging";
import { GiveUp } from "../jobs/queue";
import { forgetEndedJobs } from "../jobs/recurring";
import type { Handlers } from "../jobs/running";
import { MailError, sendMail } from "../mail/sending";
import { post } from "../posts/kind";
import { sheet } from "../sheets/kind";
import { renewPictures, renewTexts } from "../renewals/renewing";
import { announce } from "../webhooks/announcing";
import { deliverWebhook, forgetDeliveries } from "../webhooks/delivering";
import { lookups } from "./webhook-subjects";

const noteOf = { post: planningOf(post), sheet: planningOf(sheet) };

/** Who does what stands in the queue: one line a kind of `lib/jobs/schema.ts`. */
export const handlers: Handlers = {
  announce: ({ subject }) => announce(lookups, subject),
  "clean-up": async (_nothing, run) => {
    for (const kind of [post, sheet]) {
      const purged = await purgingOf(kind)();
      if (purged > 0) run.log(`${purged} of the ${kind.name}s in the recycle bin were deleted for good.`);
    }
    await forgetReferencesOfDeleted();
    await forgetEndedJobs(system, {});
    await forgetDeliveries(system, {});
  },
  "deliver-webhook": deliverWebhook(isPublicAddress),
  publish: (publication, run) => noteOf[publication.kind](publication, run.log),
  "remake-pictures": remakeAll,
  "renew-pictures": renewPictures,
  "renew-texts": (_nothing, run) => renewTexts(run),
  "send-mail": async (mail, run) => {
    if (mail.onlyWhile && !(await isStill(engine().reader, mail.onlyWhile)))
      return run.log("Not sent: the comment it tells of was decided on or deleted meanwhile.");
    try {
      await sendMail(engine().reader, mail);
    } catch (error) {
      throw error instanceof MailError && error.isFinal
        ? new GiveUp(`${error.message} (${error.answer ?? ""})`)
        : error;
    }
  },
};
