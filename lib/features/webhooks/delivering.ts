import { and, eq, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { users, webhookDeliveries, webhooks } from "../../../db/schema";
import { system } from "../../core/access";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { allInParts, PART } from "../../core/parts";
import { type AddressCheck, fetchOutside, Unreachable } from "../../services/outbound/outbound";
import { GiveUp } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { queueMail } from "../../services/mail/queue";
import { addressOf, readOptions } from "../../services/settings/reading";
import { deliveryNote, type deliveryPayload, offWebhook, webhookPath } from "./schema";
import { openSecret, signatureOf } from "./signing";

const TIME_MS = 10_000;
const MOST_BYTES = 65_536;

/** How long a receiver may take nothing before its webhook is turned off: three days. */
const PATIENCE_MS = 3 * 24 * 60 * 60 * 1000;

/** Returns whether the webhook is to be turned off. */
const noteDelivery = mutation("noteWebhookDelivery", {
  can: "manage webhooks",
  input: deliveryNote,
  output: z.boolean(),
  touches: () => [],
  silent: true,
  run: async ({ db, now }, { isLastTry, ...note }) => {
    const { failingSince, enabled } = webhooks;
    const [hook] = await db.select({ failingSince, enabled }).from(webhooks).where(eq(webhooks.id, note.webhookId));
    if (!hook) return false;
    await db.insert(webhookDeliveries).values({ ...note, createTime: now });
    const since = note.error === "" ? null : (hook.failingSince ?? now);
    if (since?.getTime() !== hook.failingSince?.getTime())
      await db.update(webhooks).set({ failingSince: since }).where(eq(webhooks.id, note.webhookId));
    // A single try says little where there is news once a month: the whole time of a message has to pass.
    return hook.enabled && isLastTry && since !== null && now.getTime() - since.getTime() >= PATIENCE_MS;
  },
});

/** Turns a webhook off whose receiver takes nothing, and mails every ADMIN so. */
const turnOff = mutation("turnWebhookOff", {
  can: "manage webhooks",
  input: webhookPath,
  output: offWebhook,
  touches: () => [],
  about: (_input, { id, name }) => ({
    subject: `webhook:${id}`,
    summary: `The webhook "${name}" was turned off: its receiver has taken nothing for three days.`,
  }),
  run: async ({ db, now }, { webhookId }) => {
    const { id, name, enabled } = webhooks;
    const [hook] = await db
      .update(webhooks)
      .set({ enabled: false, updateTime: now })
      .where(and(eq(id, webhookId), eq(enabled, true)))
      .returning({ id, name });
    if (!hook) throw notFound();
    const link = `${addressOf(await readOptions(db))}/admin/webhooks/${webhookId}`;
    const admins = await db
      .select({ email: users.email, locale: users.locale })
      .from(users)
      .where(and(eq(users.role, "ADMIN"), eq(users.suspended, false)));
    for (const { email, locale } of admins)
      await queueMail(db, { to: email, template: "webhookOff", locale, data: { name: hook.name, link } });
    return hook;
  },
});

/** How long attempts are kept: 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const forgetSome = mutation("forgetWebhookDeliveries", {
  can: "manage webhooks",
  input: noInput,
  output: z.int(),
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const { id, createTime } = webhookDeliveries;
    const old = db
      .select({ id })
      .from(webhookDeliveries)
      .where(lt(createTime, new Date(now.getTime() - KEPT_MS)))
      .limit(PART);
    return (await db.delete(webhookDeliveries).where(inArray(id, old)).returning({ id })).length;
  },
});

/** Deletes old attempts. */
export const forgetDeliveries = (): Promise<void> => allInParts(() => forgetSome(system, {}));

type Outcome = { status: number | null; error: string };

/** Sends one signed message to an address that `allows` accepts; retried unless the answer is 2xx. */
export const deliverWebhook =
  (allows: AddressCheck) =>
  async (
    { webhookId, event, deliveryId, body }: z.output<typeof deliveryPayload>,
    run: Pick<JobRun, "id" | "attempt" | "isLastTry">,
  ): Promise<void> => {
    const [hook] = await engine().reader.select().from(webhooks).where(eq(webhooks.id, webhookId));
    if (!hook) throw new GiveUp("The webhook no longer exists.");
    if (!hook.enabled) throw new GiveUp("The webhook is turned off.");
    const begun = Date.now();
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Broadsheet webhook",
      "x-broadsheet-event": event,
      "x-broadsheet-delivery": deliveryId,
      "x-broadsheet-signature": signatureOf(openSecret(hook.secret), body, new Date()),
    };
    const outcome = await fetchOutside(hook.url, {
      method: "POST",
      headers,
      body,
      timeMs: TIME_MS,
      mostBytes: MOST_BYTES,
      allows,
    }).then(
      ({ status }): Outcome => ({ status, error: status >= 200 && status < 300 ? "" : `It answered ${status}.` }),
      (error: unknown): Outcome => {
        if (error instanceof Unreachable) return { status: null, error: error.message };
        throw error;
      },
    );
    const isHopeless = await noteDelivery(system, {
      webhookId,
      event,
      deliveryId,
      attempt: run.attempt,
      jobId: run.id,
      isLastTry: run.isLastTry,
      ...outcome,
      duration: Date.now() - begun,
    });
    if (isHopeless) await turnOff({ ...system, name: "the server" }, { webhookId });
    if (outcome.status === 410)
      throw new GiveUp("The receiver answered 410: it does not want these messages any more.");
    if (outcome.error !== "") throw new Error(outcome.error);
  };
