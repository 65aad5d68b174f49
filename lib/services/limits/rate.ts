import { BoundedEntries } from "./bounded-entries";
import { AppError } from "../../core/errors";
import { networksOf } from "./networks";

const MINUTE_MS = 60_000;
const MOST_NAMES = 20_000;

type Times = { times: number[]; most: number };

/** A number of `things` per minute, or another window, for each name. A name at its limit is not forgotten before that is over. */
export class Rate {
  readonly #entries: BoundedEntries<Times>;

  constructor(
    private readonly things: string,
    readonly most: number,
    private readonly now: () => number = Date.now,
    mostNames = MOST_NAMES,
    private readonly windowMs = MINUTE_MS,
  ) {
    this.#entries = new BoundedEntries({
      most: mostNames,
      make: (): Times => ({ times: [], most }),
      isNeeded: (entry) => this.#recent(entry).length >= entry.most,
    });
  }

  /** The number of remembered names. */
  get size(): number {
    return this.#entries.size;
  }

  /** Counts one; returns null, or the seconds to wait. Refused ones are not counted. */
  waitFor(name: string): number | null {
    return this.#wait([{ name, share: 1 }]);
  }

  /** The same for both networks of an address. */
  waitForNetwork(ip: string | null): number | null {
    return this.#wait(networksOf(ip));
  }

  /** Like `waitFor`, refusing with `too_many`. */
  take(name: string): void {
    this.#refuse(this.waitFor(name));
  }

  /** Like `waitForNetwork`, refusing with `too_many`. */
  takeNetwork(ip: string | null): void {
    this.#refuse(this.waitForNetwork(ip));
  }

  #wait(names: readonly { name: string; share: number }[]): number | null {
    const now = this.now();
    const waits = names.flatMap(({ name, share }) => {
      const entry = this.#entries.find(name);
      const times = entry ? this.#recent(entry) : [];
      const [oldest] = times;
      return times.length >= this.most * share && oldest !== undefined ? [oldest + this.windowMs - now] : [];
    });
    if (waits.length > 0) return Math.max(1, Math.ceil(Math.max(...waits) / 1000));
    for (const { name, share } of names) {
      const entry = this.#entries.open(name);
      entry.times = [...this.#recent(entry), now];
      entry.most = this.most * share;
    }
    return null;
  }

  #recent({ times }: Times): number[] {
    const since = this.now() - this.windowMs;
    return times.filter((time) => time > since);
  }

  #refuse(retryAfter: number | null): void {
    if (retryAfter !== null)
      throw new AppError(
        "too_many",
        `Too many ${this.things} in a short time. Please try again in ${retryAfter} seconds.`,
        { retryAfter },
      );
  }
}
