import { Alternately, Lines } from "../../core/lines";
import { recent } from "../../services/limits/recent";

/** For how many milliseconds it counts that a network was served, and the most that are remembered. */
const [LATELY_MS, MOST_NETWORKS] = [1_000, 20_000];

/** Waiting items of networks, which take turns; every second one is of a network that was not served lately. */
export class ServedLately<T> {
  readonly #lately = recent<true>(MOST_NETWORKS, { ttl: LATELY_MS });
  readonly #first = new Lines<T>();
  readonly #others = new Lines<T>();
  readonly #waiting = new Alternately(this.#first, this.#others);

  get length(): number {
    return this.#first.length + this.#others.length;
  }

  /** Whether a network that comes now goes before those that were served lately. */
  isNew(network: string): boolean {
    return !this.#lately.has(network);
  }

  join(network: string, one: T, isNew = this.isNew(network)): void {
    (isNew ? this.#first : this.#others).join(network, one);
  }

  next(): T | undefined {
    const next = this.#waiting.next();
    if (next) this.#lately.set(next.name, true);
    return next?.one;
  }

  /** Takes the last of the longest line. */
  shorten(): T | undefined {
    const [first, other] = [this.#first.longest(), this.#others.longest()];
    const isOther = (other?.length ?? 0) > (first?.length ?? 0);
    const longest = isOther ? other : first;
    return longest && (isOther ? this.#others : this.#first).take(longest.name, "last");
  }
}
