import type { Counted } from "../../core/counters";
import { AppError } from "../../core/errors";
import { sharedCounters } from "../../core/operation";

export const tooMany = (things: string, retryAfter: number) =>
  new AppError("too_many", `Too many ${things} in a short time. Please try again in ${retryAfter} seconds.`, {
    retryAfter,
  });

/** What counting one asks of the counters that all servers share, and what becomes of their states. */
export type Counting = {
  names: readonly string[];
  /** Seconds to wait; null: it was counted. */
  count: (states: ReadonlyMap<string, unknown>, now: number) => { wait: number | null; changed: Map<string, Counted> };
};

/** One thing to be counted for somebody (lib/core/counters.ts), in the memory of this server or in the counters that all share. */
export type Taking = { things: string; askedBy: string; here: () => number | null; counting: () => Counting };

type Waiting = { things: string; seconds: number };

/**
 * Counts one in each of several bounds; null: all have room. Counters that servers share are changed in one go, and not at
 * all where one bound refuses: whoever counts within a transaction keeps all others that write waiting, and each change asks
 * the database twice. In memory those before the one that refuses are counted. All are counted for the same.
 */
export async function waitTogether(takings: readonly Taking[]): Promise<Waiting | null> {
  const counters = sharedCounters();
  if (!counters) {
    for (const { things, here } of takings) {
      const seconds = here();
      if (seconds !== null) return { things, seconds };
    }
    return null;
  }
  const countings = takings.map(({ things, counting }) => ({ things, ...counting() }));
  return counters.change(
    countings.flatMap(({ names }) => names),
    (states, now): { answer: Waiting | null; changed: Map<string, Counted> } => {
      const changed = new Map<string, Counted>();
      for (const { things, count } of countings) {
        const { wait, changed: own } = count(states, now);
        if (wait !== null) return { answer: { things, seconds: wait }, changed: new Map() };
        for (const [name, counted] of own) changed.set(name, counted);
      }
      return { answer: null, changed };
    },
    takings[0]?.askedBy,
  );
}

/** Like `waitTogether`, refusing with `too_many`. */
export async function takeTogether(takings: readonly Taking[]): Promise<void> {
  const waiting = await waitTogether(takings);
  if (waiting) throw tooMany(waiting.things, waiting.seconds);
}
