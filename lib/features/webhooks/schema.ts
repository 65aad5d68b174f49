import { z } from "zod";
import { absoluteUrl, id, instantOut, label, pageInput, pageOf, text, unique } from "../../core/fields";
import { hubFolders } from "../../core/publishing";

/** The events. `ping` is sent on demand only. */
export const webhookEvents = [
  "post.published",
  "post.updated",
  "post.deleted",
  "sheet.published",
  "sheet.updated",
  "sheet.deleted",
  "journal.published",
  "journal.updated",
  "journal.deleted",
  "comment.created",
  "comment.approved",
  "import.finished",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const url = absoluteUrl(1023).describe("The address on the public internet that receives the POST requests.");
const events = unique(z.enum(webhookEvents)).min(1);
const secret = text(255, 16).describe("The signing secret; by default the server makes one.");

export const newWebhook = z.strictObject({
  name: label(255),
  url,
  events,
  secret: secret.nullish(),
  enabled: z.boolean().nullish(),
});
export const webhookPath = z.strictObject({ webhookId: id });
export const webhookChanges = webhookPath.extend({
  name: label(255).optional(),
  url: url.optional(),
  events: events.optional(),
  secret: secret.optional(),
  enabled: z.boolean().optional(),
});

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  failingSince: instantOut
    .nullable()
    .describe("Since when its receiver has taken no message; null where it took the last one."),
  createTime: instantOut,
  updateTime: instantOut,
});
export const createdWebhook = webhook.extend({ secret: z.string().describe("Shown only this once.") });

export const deliveryList = webhookPath.extend(pageInput(["id"]));
const delivery = z.object({
  id,
  deliveryId: z.string().describe("The same for each attempt of one message."),
  event: z.string(),
  attempt: z.int(),
  status: z.int().nullable().describe("The status that the receiver answered; null without an answer."),
  error: z.string(),
  duration: z.int().describe("Milliseconds."),
  jobId: id.nullable().describe("The job that sent it; null for messages of older versions of this program."),
  createTime: instantOut,
});
export const deliveryPage = pageOf(delivery);
export const attemptPath = webhookPath.extend({ attemptId: id.describe("The number of the attempt in the log.") });
export const queuedDelivery = z.object({ jobId: id });

/** One queued message to one webhook. */
export const deliveryPayload = z.strictObject({
  webhookId: id,
  event: z.string(),
  deliveryId: z.string(),
  body: z.string(),
});
/** A record that becomes public later. */
export const announcePayload = z.strictObject({ subject: z.string() });

const folder = z.enum(hubFolders);
/** What feeds hold now that a hub is to be told of. */
export const hubNews = z.array(z.strictObject({ folder, marker: z.string() })).max(hubFolders.length);
export const hubPayload = z.strictObject({ folder });

/** A row of the log of deliveries; no door leads there. */
export const deliveryNote = z.strictObject({
  webhookId: id,
  event: z.string(),
  deliveryId: z.string(),
  attempt: z.int(),
  status: z.int().nullable(),
  error: z.string(),
  duration: z.int(),
  jobId: id.nullable(),
  /** Whether the message is not tried again. */
  isLastTry: z.boolean(),
});
/** A webhook whose receiver has taken nothing for days. */
export const offWebhook = z.object({ id, name: z.string() });

/** A record as the public sees it now. */
const seen = z.strictObject({
  isPublic: z.boolean(),
  /** When it becomes public by its date. */
  dueAt: z.date().nullable(),
  /** Since when readers have it: published, or written by a visitor. */
  since: z.date().nullable(),
  /** The announced data; of a record that is not public its number and state only. */
  data: z.record(z.string(), z.unknown()),
});
/** `from`: how far webhooks were told when these records were looked up. */
export const news = z.strictObject({
  from: z.int().nullable(),
  upTo: z.int().nullable(),
  subjects: z.array(z.strictObject({ subject: z.string(), seen: seen.nullable() })),
});

export type Seen = z.output<typeof seen>;
export type Webhook = z.output<typeof webhook>;
export type Delivery = z.output<typeof delivery>;
export type DeliveryFilters = z.input<typeof deliveryList>;
