import { subscribe } from "../core/events";
import type { Loop, Supervisor } from "../core/supervisor";
import { announceNews } from "../features/webhooks/announcing";
import { lookups } from "./webhook-subjects";

/** Has the webhooks told of what stands in the audit log: at the start what was missed, then after each commit. Answers the loop that does it. */
export function tellWebhooks(supervisor: Supervisor): Loop {
  // Whether there is a webhook at all: a site without one has nothing to look up after each commit.
  let listening = true;
  let unsubscribe: () => void = () => undefined;
  const round = async () => {
    listening = await announceNews(lookups);
    return null;
  };
  const loop = supervisor.begin("news for webhooks", round, () => unsubscribe());
  unsubscribe = subscribe(({ subject, cacheKeys }) => {
    if (subject?.startsWith("webhook:")) listening = true;
    if (listening && (subject !== null || cacheKeys.length > 0)) loop.wake();
  });
  return loop;
}
