import type { Database } from "../../../../db";
import { type Actor, isSignedIn, isStaff } from "../../../core/access";
import { shared } from "../../../core/shared";
import { SharedRate } from "../../../services/limits/rate";
import { takeTogether } from "../../../services/limits/together";
import { queueMail } from "../../../services/mail/queue";
import { addressOf, readOptions } from "../../../services/settings/reading";

export type Notice = "passwordChanged" | "emailChanged" | "factorOn" | "factorOff";

const DAY_MS = 24 * 60 * 60 * 1000;
const rate = (name: string, most: number) => new SharedRate(name, "changes of accounts", most, DAY_MS);

/**
 * Changes in a day that the address of a reader's account is told of, by account and by network: anybody may have such an
 * account where registration is open, and give it anybody's address.
 */
const ofReader = shared("notices of readers", () => rate("notices of readers", 10));
const ofReaders = shared("notices of networks", () => rate("notices of networks", 40));

/**
 * Mails the owner of an account, at the address it had until now, what was changed about signing in. A reader who has
 * changed it too often is refused.
 */
export async function tellOwner(
  db: Database,
  actor: Actor,
  { username, email, locale }: { username: string; email: string; locale: string },
  notice: Notice,
): Promise<void> {
  if (isSignedIn(actor) && !isStaff(actor))
    await takeTogether([ofReader.of(String(actor.id)), ofReaders.ofNetwork(actor.ip)]);
  const link = `${addressOf(await readOptions(db))}/login`;
  await queueMail(db, { to: email, template: notice, locale, data: { username, link } });
}
