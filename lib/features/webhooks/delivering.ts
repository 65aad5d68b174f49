import { eq, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { webhookDeliveries, webhooks } from "../../../db/schema";
import { system } from "../../core/access";
import { noInput, nothing } from "../../core/fields";
import { engine, mutation } from "../../core/operation";
import { allInParts, PART } from "../../core/parts";
import { type AddressCheck, fetchOutside, Unreachable } from "../../services/outbound/outbound";
import { GiveUp } from "../../services/jobs/queue";
import type { JobRun } from "../../services/jobs/running";
import { deliveryNote, type deliveryPayload } from "./schema";
import { openSecret, signatureOf } from "./signing";

const TIME_MS = 10_000;
const MOST_BYTES = 65_536;

const noteDelivery = mutation("noteWebhookDelivery", {
  can: "manage webhooks",
  input: deliveryNote,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }, note) => {
    const [hook] = await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, note.webhookId));
    if (hook) await db.insert(webhookDeliveries).values({ ...note, createTime: now });
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
    run: Pick<JobRun, "id" | "attempt">,
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
    await noteDelivery(system, {
      webhookId,
      event,
      deliveryId,
      attempt: run.attempt,
      jobId: run.id,
      ...outcome,
      duration: Date.now() - begun,
    });
    if (outcome.status === 410)
      throw new GiveUp("The receiver answered 410: it does not want these messages any more.");
    if (outcome.error !== "") throw new Error(outcome.error);
  };
