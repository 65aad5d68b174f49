import { flag, id, index, instant, int, json, string, table } from "../dialect";

/** Addresses of other programs that are told what happens on the site. */
export const webhooks = table("webhooks", {
  id: id(),
  name: string().notNull(),
  url: string().notNull(),
  /** What signs what is sent, sealed with the site's key. */
  secret: string().notNull(),
  events: json().$type<readonly string[]>().notNull(),
  enabled: flag().notNull().default(true),
  /** The newest line of the audit log that it was told about. */
  lastEventId: int().notNull(),
  createTime: instant().notNull(),
  updateTime: instant().notNull(),
});

/** Each try to tell one of them. */
export const webhookDeliveries = table(
  "webhook_deliveries",
  {
    id: id(),
    webhookId: int()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The same for each try of one message. */
    deliveryId: string().notNull(),
    event: string().notNull(),
    attempt: int().notNull(),
    /** HTTP status; null where none came. */
    status: int(),
    error: string().notNull().default(""),
    /** Milliseconds. */
    duration: int().notNull(),
    createTime: instant().notNull(),
  },
  (t) => [index("webhook_deliveries_webhook").on(t.webhookId, t.id), index("webhook_deliveries_time").on(t.createTime)],
);

/** What webhooks were told last of a record, such as `post:12`: whether the public sees it, and a hash of what it sees. */
export const announced = table("announced", {
  subject: string().primaryKey(),
  isPublic: flag().notNull(),
  marker: string().notNull(),
});
