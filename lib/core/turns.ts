import { busy } from "./waiting-line";

type Bounds = {
  /** The most work that runs at a time. */
  atOnce: number;
  /** The most work that waits, in all lines together. */
  mostWaiting: number;
  /** Seconds after which to try again. */
  retryAfter: number;
  /** How much a name has had lately: whoever has had less goes first, and is refused last. The same for all by default. */
  had?: (name: string) => number;
};

type Line = [name: string, waiting: Waiting[]];
type Waiting = { begin: () => void; refuse: (error: Error) => void };

/**
 * Runs a few pieces of work at a time, taking turns between names: a name that asks for much waits for its own work
 * only. Where too much waits, the longest line loses its last, of those whose names have had the most.
 */
export class Turns {
  readonly #bounds: Bounds;
  /** A line for each name; the first is next. */
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The number that waits. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Runs `work` when it is this name's turn; refuses with `unavailable` where too many wait. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.atOnce) this.#running += 1;
    else await new Promise<void>((begin, refuse) => this.#join(name, { begin, refuse }));
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #join(name: string, waiting: Waiting): void {
    const line = this.#lines.get(name) ?? [];
    line.push(waiting);
    this.#lines.set(name, line);
    this.#waiting += 1;
    if (this.#waiting > this.#bounds.mostWaiting) this.#shorten();
  }

  /** Takes one from a line, and moves the line to the end unless it is empty. */
  #remove(name: string, line: Waiting[], from: "first" | "last"): Waiting | undefined {
    const one = from === "first" ? line.shift() : line.pop();
    this.#waiting -= 1;
    if (from === "first" || line.length === 0) this.#lines.delete(name);
    if (from === "first" && line.length > 0) this.#lines.set(name, line);
    return one;
  }

  /** The lines by what their names have had, the least first; those alike stay in sequence. */
  #byNeed(): { line: Line; had: number }[] {
    const had = this.#bounds.had ?? (() => 0);
    return [...this.#lines].map((line) => ({ line, had: had(line[0]) })).sort((one, other) => one.had - other.had);
  }

  #shorten(): void {
    // Of lines as long as each other the last one, whose turn is farthest off.
    const [longest] = this.#byNeed()
      .toReversed()
      .sort((one, other) => other.had - one.had || other.line[1].length - one.line[1].length);
    if (longest) this.#remove(...longest.line, "last")?.refuse(busy(this.#bounds.retryAfter));
  }

  /** Passes a finished work's place to the next, or frees it. */
  #pass(): void {
    const [next] = this.#byNeed();
    if (next) this.#remove(...next.line, "first")?.begin();
    else this.#running -= 1;
  }
}
