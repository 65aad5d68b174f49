import { randomBytes } from "node:crypto";
import { and, eq, max } from "drizzle-orm";
import { columnsFrom, type Database } from "../../../db";
import { events, jobs, webhookDeliveries, webhooks } from "../../../db/schema";
import { AppError, invalid, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { isPublicAddress, literalAddress, portOf } from "../../services/outbound/outbound";
import { enqueue, readPayload } from "../../services/jobs/queue";
import { deliveryJob, send } from "./announcing";
import { getWebhook, webhookColumns, withEvents } from "./queries";
import * as shape from "./schema";
import { sealSecret } from "./signing";

/** A forbidden IP address is refused at once; a name is resolved and checked at every sending. */
function checkAddress(url: string | undefined): void {
  if (url === undefined) return;
  const given = new URL(url);
  const literal = literalAddress(given);
  if (literal !== null && !isPublicAddress(literal, portOf(given)))
    throw invalid("url", "wrong_value", "This address is not on the public internet. Use one that is.");
}

const newestEvent = async (db: Database) => (await db.select({ id: max(events.id) }).from(events))[0]?.id ?? 0;

/** Adds a webhook, which gets events from now on. */
export const createWebhook = mutation("createWebhook", {
  can: "manage webhooks",
  input: shape.newWebhook,
  output: shape.createdWebhook,
  example: {
    name: "Search engine",
    url: "https://hooks.example.org/broadsheet",
    events: ["post.published", "post.updated", "post.deleted"],
  },
  touches: () => [],
  about: (_input, { id, name }) => ({ subject: `webhook:${id}`, summary: `The webhook "${name}" was made.` }),
  run: async ({ db, now }, input) => {
    checkAddress(input.url);
    const secret = input.secret ?? `whsec_${randomBytes(32).toString("base64url")}`;
    const [row] = await db
      .insert(webhooks)
      .values({
        ...columnsFrom(input, webhooks, ["secret"]),
        secret: sealSecret(secret),
        lastEventId: await newestEvent(db),
        createTime: now,
        updateTime: now,
      })
      .returning(webhookColumns);
    if (!row) throw new Error("the webhook was not stored");
    return { ...withEvents(row), secret };
  },
});

/** Changes the given fields; one that is turned on again gets later events only. */
export const updateWebhook = mutation("updateWebhook", {
  can: "manage webhooks",
  input: shape.webhookChanges,
  output: shape.webhook,
  example: { webhookId: 1, enabled: false },
  touches: () => [],
  about: ({ secret }, { id, name }) => ({
    subject: `webhook:${id}`,
    summary: `The webhook "${name}" was changed${secret === undefined ? "" : "; it has another secret"}.`,
  }),
  reread: (context, { webhookId }) => getWebhook.within(context, { webhookId }),
  run: async ({ db, now }, { webhookId, secret, ...given }) => {
    checkAddress(given.url);
    const { enabled, url } = webhooks;
    const [before] = await db.select({ enabled, url }).from(webhooks).where(eq(webhooks.id, webhookId));
    if (!before) throw notFound();
    const isTurnedOn = given.enabled === true && !before.enabled;
    const fromNow = isTurnedOn ? { lastEventId: await newestEvent(db) } : {};
    const isElsewhere = given.url !== undefined && given.url !== before.url;
    const [row] = await db
      .update(webhooks)
      .set({
        ...columnsFrom(given, webhooks),
        ...(secret !== undefined && { secret: sealSecret(secret) }),
        ...fromNow,
        ...((isTurnedOn || isElsewhere) && { failingSince: null }),
        updateTime: now,
      })
      .where(eq(webhooks.id, webhookId))
      .returning(webhookColumns);
    if (!row) throw notFound();
    return withEvents(row);
  },
});

/** Removes a webhook and its log; messages that wait are not sent. */
export const deleteWebhook = mutation("deleteWebhook", {
  can: "manage webhooks",
  input: shape.webhookPath,
  output: nothing,
  touches: () => [],
  about: ({ webhookId }) => ({ subject: `webhook:${webhookId}`, summary: "The webhook was removed." }),
  run: async ({ db }, { webhookId }) => {
    const [row] = await db.delete(webhooks).where(eq(webhooks.id, webhookId)).returning({ id: webhooks.id });
    if (!row) throw notFound();
  },
});

/** Sends a `ping`, to test the connection. */
export const pingWebhook = mutation("pingWebhook", {
  can: "manage webhooks",
  input: shape.webhookPath,
  output: shape.queuedDelivery,
  touches: () => [],
  about: ({ webhookId }) => ({ subject: `webhook:${webhookId}`, summary: "A ping was sent." }),
  run: async ({ db, now }, { webhookId }) => {
    const [hook] = await db
      .select({ id: webhooks.id, name: webhooks.name })
      .from(webhooks)
      .where(eq(webhooks.id, webhookId));
    if (!hook) throw notFound();
    return { jobId: await send(db, hook, "ping", {}, now) };
  },
});

/** Sends the message of an attempt again as it was, under the same delivery id, by which its receiver knows it. */
export const resendDelivery = mutation("resendWebhookDelivery", {
  can: "manage webhooks",
  input: shape.attemptPath,
  output: shape.queuedDelivery,
  touches: () => [],
  about: ({ webhookId }) => ({ subject: `webhook:${webhookId}`, summary: "A message was sent again." }),
  run: async ({ db, now }, { webhookId, attemptId }) => {
    const [found] = await db
      .select({ enabled: webhooks.enabled, title: jobs.title, payload: jobs.payload })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .leftJoin(jobs, and(eq(jobs.id, webhookDeliveries.jobId), eq(jobs.kind, deliveryJob.name)))
      .where(and(eq(webhookDeliveries.id, attemptId), eq(webhookDeliveries.webhookId, webhookId)));
    if (!found) throw notFound();
    if (!found.enabled)
      throw new AppError("conflict", "This webhook is turned off. Turn it on first.", { reason: "webhook_off" });
    if (found.title === null)
      throw new AppError("conflict", "This message is not kept any more.", { reason: "message_gone" });
    const payload = readPayload(deliveryJob, found.payload);
    // A second click finds the first one's job while that is open.
    const dedupeKey = `again ${payload.deliveryId}`;
    return { jobId: await enqueue(db, { kind: deliveryJob, title: found.title, payload, dedupeKey }, now) };
  },
});
