import { AppError } from "./errors";

type Bounds = {
  /** Jobs that may wait. */
  most: number;
  /** Bytes that may wait, all together; one job alone may be larger. */
  mostBytes: number;
  /** Seconds until another try makes sense. */
  retryAfter: number;
};

/** What is said to whoever comes while there is too much to do. */
export const busy = (retryAfter: number): AppError =>
  new AppError(
    "unavailable",
    `The server has very much to do at this moment. Please try again in ${retryAfter} seconds.`,
    { reason: "busy", retryAfter },
  );

/** Jobs that wait for the one who does them, in a bounded memory: what comes to a full line is refused at once. */
export class WaitingLine<J> {
  readonly #bounds: Bounds;
  #jobs: { job: J; bytes: number }[] = [];
  #bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get length(): number {
    return this.#jobs.length;
  }

  /** Refuses with `unavailable` where the line is full. */
  join(job: J, bytes = 0): void {
    const { most, mostBytes, retryAfter } = this.#bounds;
    const isFull = this.#jobs.length >= most || (this.#jobs.length > 0 && this.#bytes + bytes > mostBytes);
    if (isFull) throw busy(retryAfter);
    this.#jobs.push({ job, bytes });
    this.#bytes += bytes;
  }

  /** Takes the first one out of the line. */
  next(): J | undefined {
    const first = this.#jobs.shift();
    this.#bytes -= first?.bytes ?? 0;
    return first?.job;
  }

  /** Puts one that was taken out before all others, whether there is room or not. */
  putBack(job: J): void {
    this.#jobs.unshift({ job, bytes: 0 });
  }

  /** Takes all of them out. */
  empty(): J[] {
    const jobs = this.#jobs.map(({ job }) => job);
    [this.#jobs, this.#bytes] = [[], 0];
    return jobs;
  }
}
