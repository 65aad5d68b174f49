import { subscribe } from "../../core/events";
import { settingKeys } from "../../core/settings";
import type { Loop, Supervisor } from "../../core/supervisor";
import { announceToHub } from "../../features/webhooks/hub";

/** What the feeds that a hub is told of depend on. */
const watched = new Set<string>(["posts", "journals", ...settingKeys("feed_hub", "feed_size")]);

/** Tells the WebSub hub of news: of what was missed at the start, after commits, and when a post's date comes. */
export function tellHubOfNews(supervisor: Supervisor): Loop {
  let unsubscribe: () => void = () => undefined;
  const loop = supervisor.begin("news for the WebSub hub", () => announceToHub(), { onStop: () => unsubscribe() });
  unsubscribe = subscribe(({ cacheKeys }) => {
    if (cacheKeys.some((key) => watched.has(key))) loop.wake();
  });
  return loop;
}
