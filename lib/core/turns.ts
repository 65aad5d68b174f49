import { busy } from "./waiting-line";

type Bounds = {
  /** Works that run at the same time. */
  atOnce: number;
  /** Works that may wait, all together. */
  mostWaiting: number;
  /** Seconds until another try makes sense. */
  retryAfter: number;
};

type Waiting = { begin: () => void; refuse: (error: Error) => void };

/**
 * Lets works run a few at a time, and those who want them in turn: whoever asks for many waits for their own, and
 * nobody waits for all of them. Where too many wait, the longest line loses its last.
 */
export class Turns {
  readonly #bounds: Bounds;
  /** A line for each name that waits; the first one is next. */
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** How many wait. */
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

  /** Takes one out of a line, which goes to the end unless it is empty. */
  #remove(name: string, line: Waiting[], from: "first" | "last"): Waiting | undefined {
    const one = from === "first" ? line.shift() : line.pop();
    this.#waiting -= 1;
    if (from === "first" || line.length === 0) this.#lines.delete(name);
    if (from === "first" && line.length > 0) this.#lines.set(name, line);
    return one;
  }

  #shorten(): void {
    // Of lines as long as each other the last one, whose turn is farthest off.
    const [longest] = [...this.#lines].toReversed().sort(([, one], [, other]) => other.length - one.length);
    if (longest) this.#remove(...longest, "last")?.refuse(busy(this.#bounds.retryAfter));
  }

  /** Hands the place of one that has run to the next, or gives it back. */
  #pass(): void {
    const [next] = this.#lines;
    if (next) this.#remove(...next, "first")?.begin();
    else this.#running -= 1;
  }
}
