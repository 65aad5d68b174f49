import { and, eq, gt, inArray, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { replyAddresses } from "../../../db/schema";
import { noInput, nothing } from "../../core/fields";
import { latestNow } from "../../core/latest-now";
import { mutation } from "../../core/operation";
import { askedBefore, mayAskAgain } from "../../services/mail/asking";
import { queueMail } from "../../services/mail/queue";
import { forgetWithdrawal } from "../../services/mail/withdrawals";
import { mailToken } from "../../services/mail/token";
import { mailedReplies } from "./limits";
import { commentOfToken } from "./rows";
import * as shape from "./schema";

/** Those of some addresses whose readers have agreed to mails about replies. */
export async function confirmedAmong(db: Database, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const lowered = [...new Set(emails.map((email) => email.toLowerCase()))];
  const rows = await db
    .select({ email: replyAddresses.email, confirmed: replyAddresses.confirmed })
    .from(replyAddresses)
    .where(inArray(replyAddresses.email, lowered));
  return new Set(rows.filter(({ confirmed }) => confirmed).map(({ email }) => email));
}

/** Asks by mail whether replies are wanted at an address, once in a while, and where `mayAsk` does not refuse. */
export async function askToConfirm(
  db: Database,
  site: string,
  { id, email, ip, title }: { id: number; email: string; ip: string | null; title: string },
  now: Date,
  mayAsk: () => Promise<boolean>,
): Promise<void> {
  const address = email.toLowerCase();
  const [before] = await db.select().from(replyAddresses).where(eq(replyAddresses.email, address));
  if (before && (before.confirmed || !mayAskAgain(before.askedTime, now))) return;
  if (!(await mayAsk()) || (await mailedReplies.waitFor(address, ip)) !== null) return;
  const asked = await db
    .insert(replyAddresses)
    .values({ email: address, askedTime: now })
    .onConflictDoUpdate({
      target: replyAddresses.email,
      set: { askedTime: now },
      setWhere: or(lte(replyAddresses.askedTime, askedBefore(now)), gt(replyAddresses.askedTime, latestNow(now))),
    })
    .returning({ email: replyAddresses.email });
  // Another of its comments became visible at the same time.
  if (asked.length === 0) return;
  await queueMail(db, {
    to: email,
    template: "commentConfirm",
    data: { title, link: `${site}/confirm?token=${mailToken("confirm replies", { id, email })}` },
    dedupeKey: `comment-confirm:${id}`,
    onlyWhile: { commentId: id, status: "PUBLISHED" },
  });
}

/** Forgets addresses that were asked, and whose readers have not agreed, once they may be asked again anyway. */
export const forgetAsked = mutation("forgetAskedReplyAddresses", {
  can: "manage jobs",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const { confirmed, askedTime } = replyAddresses;
    await db.delete(replyAddresses).where(and(eq(confirmed, false), lt(askedTime, askedBefore(now))));
  },
});

/** Agrees to mails about replies, by the link in the mail that asked. */
export const confirmReplies = mutation("confirmReplies", {
  can: "read the site",
  input: shape.unsubscription,
  output: nothing,
  touches: () => [],
  about: () => ({ subject: "comments", summary: "mails about replies are wanted" }),
  run: async ({ db, now }, { token }) => {
    const { email } = await commentOfToken(db, "confirm replies", token);
    await forgetWithdrawal(db, "replies", email);
    await db
      .insert(replyAddresses)
      .values({ email: email.toLowerCase(), confirmed: true, askedTime: now })
      .onConflictDoUpdate({ target: replyAddresses.email, set: { confirmed: true } });
  },
});
