import type { Database } from "../../../db";
import { jobKind } from "../jobs/kinds";
import { enqueue } from "../jobs/queue";
import { readOptions } from "../settings/reading";
import type { Options } from "../../core/settings";
import { type Mail, mailPayload, type MailData, type MailTemplate } from "./schema";

const manner = { payload: mailPayload, tries: 8, secret: true, keepsKey: true };
export const mailJob = jobKind("send-mail", { ...manner, lane: "mail" });
/**
 * Mails to addresses that nobody has confirmed. Strangers cause any number of them, for which the mails to those who are
 * known here do not wait.
 */
export const askedMailJob = jobKind("send-asked-mail", { ...manner, lane: "letters" });

const asked: ReadonlySet<MailTemplate> = new Set(["registrationCode", "commentConfirm", "followConfirm"]);

/** Whether the owner has set up mail. */
export const isSetUp = ({ email_enabled, email_host, email_from_address }: Options) =>
  email_enabled && email_host !== "" && email_from_address !== "";

/** The same as it is stored; without it nothing is queued. */
export const mailEnabled = async (db: Database): Promise<boolean> => isSetUp(await readOptions(db));

/** Whether readers can follow the site by mail. */
export const canBeFollowed = (options: Options): boolean => options.follow_enabled && isSetUp(options);

export type WantedMail<T extends MailTemplate> = {
  to: string;
  template: T;
  data: MailData<T>;
  /** The recipient's language where it is known; otherwise the site's. */
  locale?: string;
  /** Mails with the same key are sent once. */
  dedupeKey?: string;
  /** A condition that is checked before sending; without it the mail is dropped. */
  onlyWhile?: Mail["onlyWhile"];
};

/**
 * Queues a mail in the caller's transaction: it is sent if that commits, and retried while the server refuses it.
 * Returns false where the site sends no mail.
 */
export async function queueMail<T extends MailTemplate>(
  db: Database,
  { to, template, data, locale, dedupeKey, onlyWhile }: WantedMail<T>,
): Promise<boolean> {
  if (!(await mailEnabled(db))) return false;
  await enqueue(db, {
    kind: asked.has(template) ? askedMailJob : mailJob,
    title: `Mail "${template}" to ${to}`,
    payload: {
      to,
      template,
      ...(locale && { locale }),
      data,
      ...(onlyWhile && { onlyWhile }),
    },
    ...(dedupeKey !== undefined && { dedupeKey }),
  });
  return true;
}
