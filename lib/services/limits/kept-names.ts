import type { Counted } from "../../core/counters";
import { sharedCounters } from "../../core/operation";
import { firstOf } from "../../core/parts";
import { shared } from "../../core/shared";
import { counterName } from "./ledger";

/** Names that change between two writes; what comes beyond is counted and not stored. */
const MOST_CHANGED = 20_000;

const all = shared("kept-names", () => new Map<string, KeptNames>());
/** What was counted before this process began, and has not been asked for yet. */
const before = shared("counted-before", () => new Map<string, Counted>());

/** Counters in memory that a restart is not to forget: their changes are stored, and found again in the next process. */
export class KeptNames {
  readonly #changed = new Set<string>();

  /** `counted` answers what is counted under a name now. */
  constructor(
    private readonly things: string,
    private readonly counted: (name: string) => Counted | null,
  ) {
    all.set(things, this);
  }

  /** The state that the process before counted under a name, once. */
  recall(name: string, now = Date.now()): unknown {
    if (before.size === 0) return undefined;
    const key = counterName(this.things, name);
    const found = before.get(key);
    before.delete(key);
    return found && found.until > now ? found.state : undefined;
  }

  note(name: string): void {
    if (this.#changed.size < MOST_CHANGED && !sharedCounters()) this.#changed.add(name);
  }

  /** The number of names that have changed. */
  get changed(): number {
    return this.#changed.size;
  }

  /** Some of the changes since the last time, under the names that they are stored by. */
  take(): { changes: { name: string; counted: Counted | null }[]; giveBack: () => void } {
    const names = firstOf(this.#changed);
    for (const name of names) this.#changed.delete(name);
    return {
      changes: names.map((name) => ({ name: counterName(this.things, name), counted: this.counted(name) })),
      giveBack: () => names.forEach((name) => this.note(name)),
    };
  }
}

export const allKeptNames = (): KeptNames[] => [...all.values()];

/** Notes what was stored by the process before; forgets what counts no more. */
export function setBefore(stored: readonly { name: string; counted: Counted }[]): void {
  for (const { name, counted } of stored) before.set(name, counted);
}
export function forgetBefore(now: number): void {
  for (const [name, { until }] of before) if (until <= now) before.delete(name);
}
