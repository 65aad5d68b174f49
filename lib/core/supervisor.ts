import { shared } from "./shared";

/** What a round of background work gets. */
type Turn = {
  /** Aborts when the loop is stopped; the round then ends at its next step. */
  signal: AbortSignal;
  /** Asks for another round, now or after the current one. */
  wake: () => void;
};

/** Does one round. Returns after how many milliseconds the next is due; null: when the loop is woken. */
export type Round = (turn: Turn) => Promise<number | null>;

export type LoopStatus = {
  name: string;
  state: "running" | "waiting" | "failing" | "stopped";
  /** The number of failed rounds in a row. */
  failures: number;
  error: string | null;
  lastSuccess: Date | null;
};

/** Where failures are reported: those worth a line, and when it works again. */
export type Reports = {
  failed: (loop: string, error: unknown, failures: number, retryMs: number) => void;
  recovered?: (loop: string, failures: number) => void;
};

/** Milliseconds. */
export type BackOff = { first: number; longest: number };
/** The longest time that a timer can wait, 24.8 days; with more it ends at once. A round that is early waits again. */
const LONGEST_MS = 2 ** 31 - 1;
const usual: BackOff = { first: 500, longest: 30_000 };

/**
 * Doubles the wait after each failure, with up to a fifth of chance, so that loops that failed together do not retry
 * together.
 */
const delayAfter = (failures: number, { first, longest }: BackOff) =>
  Math.min(first * 2 ** (failures - 1), longest) * (0.8 + Math.random() * 0.4);

/** Reports the 1st, 2nd, 4th, 8th failure and so on, so that a failure that lasts does not fill the log. */
const isWorthALine = (failures: number) => Number.isInteger(Math.log2(failures));

/** Background work that is repeated, one round at a time, whatever a round throws. */
export class Loop {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | null = null;
  #again = false;
  #failures = 0;
  #error: string | null = null;
  #lastSuccess: Date | null = null;

  constructor(
    readonly name: string,
    private readonly round: Round,
    private readonly reports: Reports,
    private readonly backOff: BackOff,
    private readonly onStop: () => Promise<void> | void,
  ) {}

  /** Starts a round now, or after the current one. After a failure it waits for the back-off. */
  wake = (): void => {
    if (this.#abort.signal.aborted || this.#failures > 0) return;
    if (this.#round) this.#again = true;
    else this.#begin();
  };

  /** Starts a round now if it waits after a failure, whose cause may be over. */
  retry(): void {
    if (this.#failures > 0 && !this.#round && !this.#abort.signal.aborted) this.#begin();
  }

  status(): LoopStatus {
    const isStopped = this.#abort.signal.aborted;
    const state = isStopped ? "stopped" : this.#failures > 0 ? "failing" : this.#round ? "running" : "waiting";
    return { name: this.name, state, failures: this.#failures, error: this.#error, lastSuccess: this.#lastSuccess };
  }

  /** Starts no further round, waits for the current one, and releases the loop's resources. */
  async stop(): Promise<void> {
    this.#abort.abort(new Error("stopping"));
    clearTimeout(this.#timer);
    await this.#round;
    try {
      await this.onStop();
    } catch (error) {
      this.reports.failed(this.name, error, 1, 0);
    }
  }

  #begin(): void {
    clearTimeout(this.#timer);
    // Deferred, since a commit may be calling its listeners.
    this.#round = new Promise<void>((done) => setImmediate(done)).then(() => this.#run());
  }

  async #run(): Promise<void> {
    let next: number | null;
    try {
      next = this.#abort.signal.aborted ? null : await this.round({ signal: this.#abort.signal, wake: this.wake });
      this.#succeeded();
    } catch (error) {
      next = error === this.#abort.signal.reason ? null : this.#failed(error);
    }
    this.#round = null;
    if (this.#abort.signal.aborted) return;
    if (this.#again && this.#failures === 0) this.#begin();
    else if (next !== null) this.#sleep(next);
    this.#again = false;
  }

  #sleep(ms: number): void {
    this.#timer = setTimeout(() => this.#begin(), Math.min(Math.max(ms, 1), LONGEST_MS));
    this.#timer.unref();
  }

  #succeeded(): void {
    const before = this.#failures;
    this.#failures = 0;
    this.#error = null;
    this.#lastSuccess = new Date();
    if (before > 0) this.reports.recovered?.(this.name, before);
  }

  #failed(error: unknown): number {
    this.#failures += 1;
    this.#error = error instanceof Error ? error.message : String(error);
    const delay = delayAfter(this.#failures, this.backOff);
    if (isWorthALine(this.#failures)) this.reports.failed(this.name, error, this.#failures, Math.round(delay));
    return delay;
  }
}

/** The background loops of a process: starts them, knows their state, and ends them. */
export class Supervisor {
  readonly #loops: Loop[] = [];

  constructor(
    private readonly reports: Reports,
    private readonly backOff: BackOff = usual,
  ) {}

  /** Adds a loop and starts its first round; `onStop` releases the loop's resources. */
  begin(
    name: string,
    round: Round,
    {
      onStop = () => undefined,
      backOff = this.backOff,
    }: { onStop?: () => Promise<void> | void; backOff?: BackOff } = {},
  ): Loop {
    const loop = new Loop(name, round, this.reports, backOff, onStop);
    this.#loops.push(loop);
    loop.wake();
    return loop;
  }

  /** Starts rounds of all loops that wait after a failure. */
  retry(): void {
    for (const loop of this.#loops) loop.retry();
  }

  status = (): LoopStatus[] => this.#loops.map((loop) => loop.status());

  /** Ends all loops, the newest first, since it may depend on older ones. */
  async stop(): Promise<void> {
    for (const loop of this.#loops.toReversed()) await loop.stop();
  }
}

const seat = shared<{ status: () => LoopStatus[] }>("background", () => ({ status: () => [] }));

/** Makes this supervisor the one that `backgroundStatus` reports. */
export const showBackground = (supervisor: Supervisor): void => void (seat.status = supervisor.status);

/** The state of this process's background work. */
export const backgroundStatus = (): LoopStatus[] => seat.status();
