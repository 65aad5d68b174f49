import { LRUCache } from "lru-cache";
import type { Actor } from "../../core/access";
import { networkOf } from "../../services/limits/networks";
import { shared } from "../../core/shared";
import type { Subject } from "../../core/cache-keys";
import { countUp } from "./counters";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Today's likes by network and record; each counts once a day. */
const liked = shared("liked", () => new LRUCache<string, true>({ max: 50_000, ttl: DAY_MS }));

/** Counts a like of a record that has `likes` so far, unstored ones included; it is stored with the next flush. */
export function like(actor: Actor, subject: Subject, likes: number): { likes: number } {
  const key = `${networkOf(actor.ip)} ${subject}`;
  if (actor.ip !== null && liked.has(key)) return { likes };
  liked.set(key, true);
  countUp(subject, "likes");
  return { likes: likes + 1 };
}
