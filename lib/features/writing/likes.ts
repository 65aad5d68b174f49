import type { Actor } from "../../core/access";
import { KeptNames } from "../../services/limits/kept-names";
import { counterName } from "../../services/limits/ledger";
import { networkOf } from "../../services/limits/networks";
import { sharedCounters } from "../../core/operation";
import { shared } from "../../core/shared";
import type { Subject } from "../../core/cache-keys";
import { countUp } from "./counters";
import { SharedRate } from "../../services/limits/rate";
import { recent } from "../../services/limits/recent";

const [HOUR_MS, DAY_MS] = [60 * 60 * 1000, 24 * 60 * 60 * 1000];

/**
 * Likes of one network in an hour, of whatever. Each is remembered for a day, and whoever owns a wide network would have
 * as many remembered as it has narrow ones, for each record.
 */
const rate = shared("likes in an hour", () => new SharedRate("likes in an hour", "likes", 120, HOUR_MS));

/** Today's likes by network and record; each counts once a day. Several servers keep them in their counters instead. */
const liked = shared("liked", () => recent<true>(50_000, { ttl: DAY_MS }));
const counted = (until: number) => (until > Date.now() ? { state: until, until } : null);
const names = shared(
  "liked-names",
  () => new KeptNames("likes", (key) => counted(Date.now() + liked.getRemainingTTL(key))),
);

/** Notes a like; returns whether it is the network's first of this record today. */
async function isFirst(network: string, subject: Subject): Promise<boolean> {
  const key = `${network} ${subject}`;
  const counters = sharedCounters();
  if (!counters) {
    if (liked.has(key)) return false;
    const until = names.recall(key);
    liked.set(key, true, typeof until === "number" ? { ttl: Math.max(1, until - Date.now()) } : {});
    if (until !== undefined) return false;
    names.note(key);
    return true;
  }
  const name = counterName("likes", key);
  return counters.change(
    [name],
    (states, now) =>
      states.has(name)
        ? { answer: false, changed: new Map() }
        : { answer: true, changed: new Map([[name, { state: now + DAY_MS, until: now + DAY_MS }]]) },
    network,
  );
}

/** Counts a like of a record that has `likes` so far, unstored ones included; it is stored with the next flush. */
export async function like(actor: Actor, subject: Subject, likes: number): Promise<{ likes: number }> {
  if (actor.ip !== null) {
    await rate.takeNetwork(actor.ip);
    if (!(await isFirst(networkOf(actor.ip), subject))) return { likes };
  }
  countUp(subject, "likes");
  return { likes: likes + 1 };
}
