import { z } from "zod";
import { email, emailWithin, text } from "../../core/fields";

/** The mails; their words are under `mail` in the sentences, with these names in braces. */
export const mailTemplates = {
  test: [],
  invitation: ["role", "link"],
  account: ["username", "link"],
  setPassword: ["username", "link"],
  registrationCode: ["code"],
  commentReply: ["author", "title", "comment", "link"],
  commentConfirm: ["title", "link"],
  commentWaiting: ["author", "title", "comment", "link"],
  alreadyRegistered: ["username", "link"],
  passwordChanged: ["username", "link"],
  emailChanged: ["username", "link"],
  factorOn: ["username", "link"],
  factorOff: ["username", "link"],
  backupFailed: ["reason", "link"],
  webhookOff: ["name", "link"],
  followConfirm: ["link"],
  followedPost: ["title", "link"],
  followedWeek: ["link"],
} as const satisfies Record<string, readonly string[]>;

export type MailTemplate = keyof typeof mailTemplates;
/** The values of a template; `link` becomes its button, `unsubscribe` the way to get no more. */
export type MailData<T extends MailTemplate> = Record<(typeof mailTemplates)[T][number], string> & {
  unsubscribe?: string;
};

const templateNames = Object.keys(mailTemplates) as [MailTemplate, ...MailTemplate[]];

/** A text of the site that a mail leads to. */
const mailItem = z.strictObject({ title: text(1023), text: text(10_000), link: text(2000) });

/** A queued mail. */
export const mailPayload = z.strictObject({
  /** A commenter's address may be longer than an account's. */
  to: emailWithin(255),
  template: z.enum(templateNames),
  /** The recipient's language where it is known; otherwise the site's. */
  locale: text(255).optional(),
  data: z.record(z.string(), text(10_000)),
  /** What it leads to, below its words. */
  items: z.array(mailItem).max(100).optional(),
  /** A condition that is checked before sending; without it the mail is dropped. */
  onlyWhile: z.record(z.string(), z.unknown()).optional(),
});

export const mailTest = z.strictObject({ to: email.nullish().describe("Your own address unless given.") });
/** The same as a form holds it: empty for none. */
export const mailTestForm = z.strictObject({ to: email.or(z.literal("")) });
/** The step at which an attempt ended. */
const mailStep = z.enum([
  "settings",
  "address",
  "connection",
  "encryption",
  "sign-in",
  "sender",
  "recipient",
  "message",
]);
export const mailTestResult = z.object({
  sent: z.boolean(),
  to: z.string(),
  failedAt: mailStep.nullable(),
  detail: z.string().describe("The result, or the fault and where to look."),
  answer: z.string().nullable().describe("The server's answer."),
});

export type Mail = z.output<typeof mailPayload>;
export type MailItem = z.output<typeof mailItem>;
export type MailStep = z.output<typeof mailStep>;
export type MailTestResult = z.output<typeof mailTestResult>;
