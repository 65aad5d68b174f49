import { eq } from "drizzle-orm";
import { users } from "../../../db/schema";
import { invalid } from "../../core/errors";
import { engine, mutation } from "../../core/operation";
import * as shape from "./schema";
import { MailError, sendMail } from "./sending";

/** Sends one mail right away and says what came of it, step by step; mail need not be turned on yet. */
export const testMail = mutation("testMail", {
  can: "manage options",
  input: shape.mailTest,
  output: shape.mailTestResult,
  touches: () => [],
  about: (_input, { to, sent }) => ({
    subject: "mail",
    summary: sent
      ? `A mail to try the settings was sent to ${to}.`
      : `A mail to try the settings could not be sent to ${to}.`,
  }),
  prepare: async ({ to }, actor) => {
    const db = engine().reader;
    const [own] =
      to == null && actor.id !== null
        ? await db.select({ email: users.email }).from(users).where(eq(users.id, actor.id))
        : [];
    const address = to ?? own?.email;
    if (address === undefined) throw invalid("to", "required", "Say whom to send it to.");
    try {
      await sendMail(db, { to: address, template: "test", data: {} });
      return {
        sent: true,
        to: address,
        failedAt: null,
        detail: `The mail server took a mail to ${address}.`,
        answer: null,
      };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return { sent: false, to: address, failedAt: error.step, detail: error.message, answer: error.answer };
    }
  },
  run: async (_context, _input, result) => result,
});
