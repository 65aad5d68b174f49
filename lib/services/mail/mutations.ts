import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { invalid } from "../../core/errors";
import { nothing } from "../../core/fields";
import { engine, mutation, procedure } from "../../core/operation";
import * as shape from "./schema";
import { MailError, sendMail } from "./sending";

/** Sends a test mail at once and returns the result step by step; mail need not be turned on. */
export const testMail = procedure("testMail", {
  can: "manage options",
  input: shape.mailTest,
  output: shape.mailTestResult,
  example: { to: "ada@example.org" },
  run: async ({ actor }, { to }) => {
    const db = engine().reader;
    const [own] =
      to == null && actor.id !== null
        ? await db.select({ email: users.email }).from(users).where(eq(users.id, actor.id))
        : [];
    const address = to ?? own?.email;
    if (address === undefined) throw invalid("to", "required", "Enter an address to send the test to.");
    const result = await trySending(db, address);
    await recordTest(actor, result);
    return result;
  },
});

async function trySending(db: Database, to: string): Promise<shape.MailTestResult> {
  try {
    await sendMail(db, { to, template: "test", data: {} });
    return { sent: true, to, failedAt: null, detail: `The mail server accepted a mail to ${to}.`, answer: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sent: false, to, failedAt: error.step, detail: error.message, answer: error.answer };
  }
}

/** Writes the audit row of a test mail. */
const recordTest = mutation("testMail", {
  can: "manage options",
  input: shape.mailTestResult,
  output: nothing,
  touches: () => [],
  about: ({ to, sent }) => ({
    subject: "mail",
    summary: sent ? `A test mail was sent to ${to}.` : `A test mail could not be sent to ${to}.`,
  }),
  run: async () => undefined,
});
