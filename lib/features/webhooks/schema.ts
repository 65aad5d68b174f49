import { z } from "zod";
import { absoluteUrl, id, instantOut, label, pageInput, pageOf, text, unique } from "../../core/fields";

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
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const url = absoluteUrl(1023).describe("Where it is sent by POST; an address of the public internet.");
const events = unique(z.enum(webhookEvents)).min(1);
const secret = text(255, 16).describe("What signs it; made by the server unless given.");

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
  createTime: instantOut,
  updateTime: instantOut,
});
export const createdWebhook = webhook.extend({ secret: z.string().describe("Shown this once.") });

export const deliveryList = webhookPath.extend(pageInput(["id"]));
const delivery = z.object({
  id,
  deliveryId: z.string().describe("The same for each try of one message."),
  event: z.string(),
  attempt: z.int(),
  status: z.int().nullable().describe("What the other side answered; null where no answer came."),
  error: z.string(),
  duration: z.int().describe("Milliseconds."),
  createTime: instantOut,
});
export const deliveryPage = pageOf(delivery);
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

/** A row of the log of deliveries; no door leads there. */
export const deliveryNote = z.strictObject({
  webhookId: id,
  event: z.string(),
  deliveryId: z.string(),
  attempt: z.int(),
  status: z.int().nullable(),
  error: z.string(),
  duration: z.int(),
});

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
export const news = z.strictObject({
  upTo: z.int().nullable(),
  subjects: z.array(z.strictObject({ subject: z.string(), seen: seen.nullable() })),
});

export type Seen = z.output<typeof seen>;
