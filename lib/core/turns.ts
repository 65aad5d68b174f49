import { holdingTurn, lineOf } from "./held-turns";
import { Lines } from "./lines";
import { Left } from "./sender";
import { busy } from "./waiting-line";

export type Bounds = {
  /** The most work that runs at a time. */
  atOnce: number;
  /** The most work that waits, in all lines together. */
  mostWaiting: number;
  /** The most work of one name that waits. */
  mostOfOne?: number;
  /** Seconds after which to try again. */
  retryAfter: number;
  /** Milliseconds after which whoever still waits is refused; without end by default. */
  longestMs?: number;
  /** How much a name has had lately: whoever has had less goes first, and is refused last. The same for all by default. */
  had?: (name: string) => number;
  /**
   * Of those who had nothing the last and the first go alternately, and the last is refused last: a crowd that comes at
   * once keeps only itself waiting, and nobody who comes a moment later. In sequence by default.
   */
  fromBothEnds?: boolean;
};

type Line = [name: string, waiting: readonly Waiting[]];
/** A line, what its name has had, and its place in their sequence. */
type Need = { line: Line; had: number; place: number };
type Waiting = Required<Waits> & { begin: () => void; refuse: (error: Error) => void };

/** `since`: when it began to wait, where that was elsewhere. `hasLeft`: whether nobody waits for it any more. */
export type Waits = { since?: number; hasLeft?: () => boolean };

/**
 * Runs a few pieces of work at a time, taking turns between names: a name that asks for much waits for its own work
 * only. Where too much waits, the longest line loses its last; what its name has had lately counts as if it waited, too.
 */
export class Turns {
  readonly #bounds: Bounds;
  readonly #lines = new Lines<Waiting>();
  #running = 0;
  #wasLast = false;
  #late: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** The number that waits. */
  get waiting(): number {
    return this.#lines.length;
  }

  /** The number that waits in a line. */
  waitingOf(line: string): number {
    return this.#lines.all.get(line)?.length ?? 0;
  }

  /**
   * Runs `work` when it is the turn of this name's line (`lineOf`), which it is told; refuses with `unavailable` where too
   * many wait, and what nobody waits for any more.
   */
  async take<T>(name: string, work: (line: string) => Promise<T>, waits: Waits = {}): Promise<T> {
    const line = lineOf(name);
    // Work begins at once where there is a place.
    if (!this.#takeFree()) await this.#wait(line, waits);
    try {
      return await holdingTurn(() => work(line));
    } finally {
      this.#pass();
    }
  }

  /** Whether work of this name would be refused now, whoever else comes: much waits, and theirs would be the longest line. */
  refuses(name: string): boolean {
    const { mostWaiting, mostOfOne = Infinity, had = () => 0 } = this.#bounds;
    const line = lineOf(name);
    const own = this.waitingOf(line) + 1;
    if (own > mostOfOne) return true;
    const lines = [...this.#lines.all];
    if (this.waiting < mostWaiting || lines.some(([, waiting]) => waiting.at(-1)?.hasLeft())) return false;
    const share = had(line) + own;
    return lines.every(([other, { length }]) => other === line || had(other) + length < share);
  }

  /** Waits for a turn of this line, in which no work of ours runs; returns what ends it, to be called once. */
  async begin(line: string): Promise<() => void> {
    if (!this.#takeFree()) await this.#wait(line);
    return () => this.#pass();
  }

  /** Takes a place, where one is free. */
  #takeFree(): boolean {
    if (this.#running >= this.#bounds.atOnce) return false;
    this.#running += 1;
    return true;
  }

  #wait(line: string, { since = performance.now(), hasLeft = () => false }: Waits = {}): Promise<void> {
    return new Promise((begin, refuse) => this.#join(line, { since, hasLeft, begin, refuse }));
  }

  #join(name: string, waiting: Waiting): void {
    const { mostOfOne = Infinity, retryAfter } = this.#bounds;
    if ((this.#lines.all.get(name)?.length ?? 0) >= mostOfOne) return waiting.refuse(busy(retryAfter));
    this.#lines.join(name, waiting);
    if (this.waiting > this.#bounds.mostWaiting) this.#shorten();
    this.#watch();
  }

  /**
   * The lines by what their names have had, the least first; those alike stay in sequence. With `fromBothEnds`, of
   * those who had nothing the last that came is the first: by the sequence of the lines it would be whoever has just
   * had a turn and wants more, since that line goes to the end.
   */
  #byNeed(): Need[] {
    const { had = () => 0, fromBothEnds = false } = this.#bounds;
    const came = ({ line: [, [next]] }: Need) => next?.since ?? 0;
    return [...this.#lines.all]
      .map((line, place): Need => ({ line, had: had(line[0]), place }))
      .sort((one, other) =>
        fromBothEnds && one.had === 0 && other.had === 0
          ? came(other) - came(one) || other.place - one.place
          : one.had - other.had,
      );
  }

  #shorten(): void {
    if (this.#refuseLeft()) return;
    // By what each would have had: somebody who had some and waits for one more is not refused for a newcomer's hundreds.
    const share = ({ line, had }: Need) => had + line[1].length;
    // Of equal ones the last, whose turn is the latest.
    const [longest] = this.#byNeed()
      .toReversed()
      .sort((one, other) => share(other) - share(one));
    if (longest) this.#lines.take(longest.line[0], "last")?.refuse(busy(this.#bounds.retryAfter));
  }

  /** Refuses the last of each line that nobody waits for any more; returns whether there were any. */
  #refuseLeft(): boolean {
    const before = this.waiting;
    for (const [name, line] of this.#lines.all)
      while (line.at(-1)?.hasLeft()) this.#lines.take(name, "last")?.refuse(new Left());
    return this.waiting < before;
  }

  /** Refuses those who have waited for too long, who stand first in their lines. */
  #refuseLate(): void {
    const { longestMs, retryAfter } = this.#bounds;
    if (longestMs === undefined) return;
    const latest = performance.now() - longestMs;
    for (const [name, line] of this.#lines.all)
      while (line[0] && line[0].since <= latest) this.#lines.take(name, "first")?.refuse(busy(retryAfter));
  }

  /** Looks for them when the first one is late: work that hangs never passes its place on. */
  #watch(): void {
    const { longestMs } = this.#bounds;
    if (longestMs === undefined || this.#late !== undefined || this.waiting === 0) return;
    const first = Math.min(...[...this.#lines.all.values()].map(([next]) => next?.since ?? Infinity));
    const look = () => {
      this.#late = undefined;
      this.#refuseLate();
      this.#watch();
    };
    this.#late = setTimeout(look, Math.max(1, first + longestMs - performance.now())).unref();
  }

  /** Whose turn it is. */
  #next(): { line: Line } | undefined {
    const lines = this.#byNeed();
    if (!this.#bounds.fromBothEnds || lines[0]?.had !== 0) return lines[0];
    this.#wasLast = !this.#wasLast;
    if (this.#wasLast) return lines[0];
    return lines.reduce((first, each) => (each.had === 0 && each.place < first.place ? each : first));
  }

  /** Passes a finished work's place to the next, or frees it. */
  #pass(): void {
    this.#refuseLate();
    for (let next = this.#next(); next; next = this.#next()) {
      const first = this.#lines.take(next.line[0], "first");
      if (first && !first.hasLeft()) return first.begin();
      first?.refuse(new Left());
    }
    this.#running -= 1;
  }
}
