import { withoutDatabase } from "./errors";
import { WRITER } from "./held-turns";
import { Lately } from "./lately";
import { memory } from "./memory";
import { shared } from "./shared";
import { Turns } from "./turns";

/** The state of a counter under a name, and until when it is kept, in epoch milliseconds. */
export type Counted = { state: unknown; until: number };

/** Counters that all servers of a site share. */
export type Counters = {
  /** The most changes that are made at a time; whatever is beyond that would wait there without being in turns. */
  atOnce: number;
  /**
   * Changes the counters of these names, which nobody else changes meanwhile. `work` gets those there are, and the time
   * in epoch milliseconds, and returns those to keep; null: to forget. `asker`: for whom it is counted, such as a network.
   */
  change<T>(
    names: readonly string[],
    work: (states: ReadonlyMap<string, unknown>, now: number) => { answer: T; changed: Map<string, Counted | null> },
    asker?: string,
  ): Promise<T>;
};

/**
 * Changes that wait until there is a place for them. Of one asker as many as are worked off in a moment. Who counts within
 * a transaction, for whomever, goes before all others: all that write wait for its end.
 */
const bounds = { mostWaiting: 500, mostOfOne: 50, retryAfter: 5 };
/** Milliseconds for which it counts how much was counted for an asker, and the most of them that are remembered twice. */
const [LATELY_MS, MOST_ASKERS] = [30_000, 20_000];

const known = shared("fair counters", () => new WeakMap<Counters, Counters>());

/**
 * The same counters, whose changes take turns between those for whom something is counted, those first for whom the least
 * was counted lately: who asks for thousands keeps nobody else waiting who signs in, searches or comments, from however
 * many networks. A sign-in counts five times, one after the other.
 */
export function fairly(counters: Counters): Counters {
  let fair = known.get(counters);
  if (!fair) {
    const { atOnce } = counters;
    const lately = new Lately(LATELY_MS, MOST_ASKERS);
    const turns = new Turns({ ...bounds, atOnce, had: (line) => (line === WRITER ? 0 : 1 + lately.of(line)) });
    fair = {
      atOnce,
      change: (names, work, asker = "") =>
        turns.take(asker, (line) => {
          // Whoever waits behind others would wait once more for a database that is not there.
          if (memory.isAlone) throw withoutDatabase();
          lately.note(line);
          return counters.change(names, work, line);
        }),
    };
    known.set(counters, fair);
  }
  return fair;
}
