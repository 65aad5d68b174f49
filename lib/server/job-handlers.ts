import { engine } from "../core/operation";
import { isPublicAddress } from "../core/outbound";
import { GiveUp } from "../jobs/queue";
import type { Handlers } from "../jobs/running";
import { MailError, sendMail } from "../mail/sending";
import { announce } from "../webhooks/announcing";
import { deliverWebhook } from "../webhooks/delivering";
import { lookups } from "./webhook-subjects";

/** Who does what stands in the queue: one line a kind of `lib/jobs/schema.ts`. */
export const handlers: Handlers = {
  announce: ({ subject }) => announce(lookups, subject),
  "deliver-webhook": deliverWebhook(isPublicAddress),
  "send-mail": async (mail) => {
    try {
      await sendMail(engine().reader, mail);
    } catch (error) {
      throw error instanceof MailError && error.isFinal ? new GiveUp(`${error.message} (${error.answer ?? ""})`) : error;
    }
  },
};
