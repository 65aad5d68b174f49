import { flag, id, index, instant, int, json, string, table } from "../dialect";

/** Addresses of programs that are notified of changes. */
export const webhooks = table("webhooks", {
  id: id(),
  name: string().notNull(),
  url: string().notNull(),
  /** Signs the messages; sealed with the site's key. */
  secret: string().notNull(),
  events: json().$type<readonly string[]>().notNull(),
  enabled: flag().notNull().default(true),
  /** The newest row of the audit log that was announced to it. */
  lastEventId: int().notNull(),
  /** When its receiver first took no message; null where it took the last one. */
  failingSince: instant(),
  createTime: instant().notNull(),
  updateTime: instant().notNull(),
});

/** Attempts to deliver a message. */
export const webhookDeliveries = table(
  "webhook_deliveries",
  {
    id: id(),
    webhookId: int()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The same for each attempt of one message. */
    deliveryId: string().notNull(),
    /** The job that made it, which has the message; null where an older version of the program sent it. */
    jobId: int(),
    event: string().notNull(),
    attempt: int().notNull(),
    /** HTTP status; null where no answer came. */
    status: int(),
    error: string().notNull().default(""),
    /** Milliseconds. */
    duration: int().notNull(),
    createTime: instant().notNull(),
  },
  (t) => [index("webhook_deliveries_webhook").on(t.webhookId, t.id), index("webhook_deliveries_time").on(t.createTime)],
);

/**
 * What webhooks were last told of a record, such as `post:12`: whether the public sees it, and a hash of what it sees.
 */
export const announced = table("announced", {
  subject: string().primaryKey(),
  isPublic: flag().notNull(),
  marker: string().notNull(),
});
