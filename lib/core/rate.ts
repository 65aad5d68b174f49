import { AppError } from "./errors";

const MINUTE_MS = 60_000;
const MOST_NAMES = 20_000;

/** So many `things` a minute for each name; the longest unused names are forgotten first. */
export class Rate {
  readonly #times = new Map<string, number[]>();

  constructor(
    private readonly things: string,
    readonly most: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one; answers null, or for how many seconds there is no room for it. */
  waitFor(name: string): number | null {
    const now = this.now();
    const times = (this.#times.get(name) ?? []).filter((time) => time > now - MINUTE_MS);
    const [oldest] = times;
    if (times.length >= this.most && oldest !== undefined) return Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
    // Set anew, so that the map's order is that of last use.
    this.#times.delete(name);
    this.#times.set(name, [...times, now]);
    const [oldestName] = this.#times.size > MOST_NAMES ? this.#times.keys() : [];
    if (oldestName !== undefined) this.#times.delete(oldestName);
    return null;
  }

  /** The same, refusing with `too_many`. */
  take(name: string): void {
    const retryAfter = this.waitFor(name);
    if (retryAfter !== null) throw new AppError("too_many", `These are too many ${this.things} in a short time. Please try again in ${retryAfter} seconds.`, { retryAfter });
  }
}
