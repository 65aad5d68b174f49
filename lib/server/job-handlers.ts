import { engine } from "../core/operation";
import { GiveUp, type Handlers } from "../jobs/running";
import { MailError, sendMail } from "../mail/sending";

/** Who does what stands in the queue: one line a kind of `lib/jobs/schema.ts`. */
export const handlers: Handlers = {
  "send-mail": async (mail) => {
    try {
      await sendMail(engine().reader, mail);
    } catch (error) {
      throw error instanceof MailError && error.isFinal ? new GiveUp(`${error.message} (${error.answer ?? ""})`) : error;
    }
  },
};
