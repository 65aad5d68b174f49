import { asc, count, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { webhookDeliveries, webhooks } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import * as shape from "./schema";

/** The answered fields of a webhook; its secret is not among them. */
export const webhookColumns = {
  id: webhooks.id,
  name: webhooks.name,
  url: webhooks.url,
  events: webhooks.events,
  enabled: webhooks.enabled,
  failingSince: webhooks.failingSince,
  createTime: webhooks.createTime,
  updateTime: webhooks.updateTime,
};
export const withEvents = <R extends { events: readonly string[] }>(row: R) => ({ ...row, events: [...row.events] });

/** Every webhook. */
export const listWebhooks = query("listWebhooks", {
  can: "manage webhooks",
  input: noInput,
  output: z.array(shape.webhook),
  run: async ({ db }) => (await db.select(webhookColumns).from(webhooks).orderBy(asc(webhooks.id))).map(withEvents),
});

/** One webhook. */
export const getWebhook = query("getWebhook", {
  can: "manage webhooks",
  input: shape.webhookPath,
  output: shape.webhook,
  run: async ({ db }, { webhookId }) => {
    const [row] = await db.select(webhookColumns).from(webhooks).where(eq(webhooks.id, webhookId));
    if (!row) throw notFound();
    return withEvents(row);
  },
});

/** The attempts of one webhook, newest first. */
export const listDeliveries = query("listWebhookDeliveries", {
  can: "manage webhooks",
  input: shape.deliveryList,
  output: shape.deliveryPage,
  run: async ({ db }, { webhookId, page, size, sort, keyword: _ }) => {
    const [hook] = await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookId));
    if (!hook) throw notFound();
    const ofHook = eq(webhookDeliveries.webhookId, webhookId);
    const [[, descending] = ["id", true]] = sortOrder(sort);
    const [items, [all]] = await Promise.all([
      db
        .select()
        .from(webhookDeliveries)
        .where(ofHook)
        .orderBy((descending ? desc : asc)(webhookDeliveries.id))
        .limit(size)
        .offset((page - 1) * size),
      db.select({ total: count() }).from(webhookDeliveries).where(ofHook),
    ]);
    return { items, total: all?.total ?? 0 };
  },
});
