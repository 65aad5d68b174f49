import { setTimeout as pause } from "node:timers/promises";
import { subscribe } from "../../core/events";
import type { Loop, Supervisor } from "../../core/supervisor";
import { announceNews } from "../../features/webhooks/announcing";
import { lookups } from "./webhook-subjects";

/** Changes within this time are told together: strangers who comment make dozens a second. */
const TOGETHER_MS = 500;

/**
 * Announces the audit log's changes to webhooks: missed ones at the start, then after each commit. Returns its loop.
 */
export function tellWebhooks(supervisor: Supervisor): Loop {
  // Whether there is a webhook: without one nothing is looked up after commits.
  let listening = true;
  let unsubscribe: () => void = () => undefined;
  const round = async ({ signal }: { signal: AbortSignal }) => {
    listening = await announceNews(lookups);
    if (listening) await pause(TOGETHER_MS, undefined, { signal }).catch(() => undefined);
    return null;
  };
  const loop = supervisor.begin("news for webhooks", round, { onStop: () => unsubscribe() });
  unsubscribe = subscribe(({ subject, cacheKeys }) => {
    if (subject?.startsWith("webhook:")) listening = true;
    if (listening && (subject !== null || cacheKeys.length > 0)) loop.wake();
  });
  return loop;
}
