import { AppError } from "./errors";

export type Bounds = {
  /** The most jobs that wait. */
  most: number;
  /** The most bytes that wait in all; a single job may be larger. */
  mostBytes: number;
  /** Seconds until another attempt makes sense. */
  retryAfter: number;
};

/** The message while there is too much to do. */
export const busy = (retryAfter: number): AppError =>
  new AppError("unavailable", `The server is very busy. Please try again in ${retryAfter} seconds.`, {
    reason: "busy",
    retryAfter,
  });

/** Jobs that wait for a worker, in bounded memory; a full line refuses new ones at once. */
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

  /** Takes the first one. */
  next(): J | undefined {
    const first = this.#jobs.shift();
    this.#bytes -= first?.bytes ?? 0;
    return first?.job;
  }

  /** Puts one back at the front, whether there is room or not. */
  putBack(job: J): void {
    this.#jobs.unshift({ job, bytes: 0 });
  }

  /** Takes all of them. */
  empty(): J[] {
    const jobs = this.#jobs.map(({ job }) => job);
    [this.#jobs, this.#bytes] = [[], 0];
    return jobs;
  }
}
