import type { Database } from "../../../../db";
import { queueMail } from "../../../services/mail/queue";
import { addressOf, readOptions } from "../../../services/settings/reading";

export type Notice = "passwordChanged" | "emailChanged" | "factorOn" | "factorOff";

/** Mails the owner of an account, at the address it had until now, what was changed about signing in. */
export async function tellOwner(
  db: Database,
  { username, email, locale }: { username: string; email: string; locale: string },
  notice: Notice,
): Promise<void> {
  const link = `${addressOf(await readOptions(db))}/login`;
  await queueMail(db, { to: email, template: notice, locale, data: { username, link } });
}
