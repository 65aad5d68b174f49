import { LRUCache } from "lru-cache";
import type { Actor } from "../../core/access";
import { networkOf } from "../../services/limits/networks";
import { shared } from "../../core/shared";
import type { Subject } from "../../core/cache-keys";
import { countUp } from "./counters";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Who has liked what today; a network counts once a day for a record. */
const liked = shared("liked", () => new LRUCache<string, true>({ max: 50_000, ttl: DAY_MS }));

/** Counts a like of a record that has `likes` so far, those not yet written among them; it is written with the next flush. */
export function like(actor: Actor, subject: Subject, likes: number): { likes: number } {
  const key = `${networkOf(actor.ip)} ${subject}`;
  if (actor.ip !== null && liked.has(key)) return { likes };
  liked.set(key, true);
  countUp(subject, "likes");
  return { likes: likes + 1 };
}
