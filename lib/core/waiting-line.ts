import { AppError } from "./errors";
import { lineOf } from "./held-turns";
import { Lines } from "./lines";

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

type Waiting<J> = { job: J; bytes: number };
type Load = { jobs: number; bytes: number };

/**
 * Jobs that wait for a worker, in bounded memory, taking turns between the names of those who want them. Where there is
 * no room for another, whoever has most of it loses the last job, or is refused.
 */
export class WaitingLine<J> {
  readonly #bounds: Bounds;
  readonly #refuse: (job: J, error: AppError) => void;
  readonly #lines = new Lines<Waiting<J>>();
  /** Jobs that were begun before. */
  #again: J[] = [];

  /** `refuse` tells a job that waited that there is no room for it any more. */
  constructor(bounds: Bounds, refuse: (job: J, error: AppError) => void) {
    [this.#bounds, this.#refuse] = [bounds, refuse];
  }

  get length(): number {
    return this.#again.length + this.#lines.length;
  }

  /** Lets a job for `name` wait; refuses with `unavailable` where there is no room. */
  join(job: J, bytes = 0, name = ""): void {
    const line = lineOf(name);
    for (let scarce = this.#scarce(bytes); scarce !== null; scarce = this.#scarce(bytes))
      this.#makeRoom(scarce, bytes, line);
    this.#lines.join(line, { job, bytes });
  }

  /** Takes the next one. */
  next(): J | undefined {
    const again = this.#again.shift();
    if (again !== undefined) return again;
    const [name = ""] = this.#lines.all.keys();
    return this.#lines.take(name, "first")?.job;
  }

  /** Those that wait in lines. */
  get inLines(): J[] {
    return [...this.#lines.all.values()].flatMap((line) => line.map(({ job }) => job));
  }

  /** Puts one back before all others, whether there is room or not. */
  putBack(job: J): void {
    this.#again.unshift(job);
  }

  /** Takes all of them. */
  empty(): J[] {
    const jobs: J[] = [];
    for (let job = this.next(); job !== undefined; job = this.next()) jobs.push(job);
    return jobs;
  }

  /** What there is too little of for another job; null where there is room. */
  #scarce(bytes: number): keyof Load | null {
    const { most, mostBytes } = this.#bounds;
    if (this.length >= most) return "jobs";
    const waiting = [...this.#lines.all.keys()].reduce((sum, name) => sum + this.#loadOf(name).bytes, 0);
    return this.length > 0 && waiting + bytes > mostBytes ? "bytes" : null;
  }

  #makeRoom(scarce: keyof Load, bytes: number, name: string): void {
    const own = this.#loadOf(name);
    const wanted = { jobs: own.jobs + 1, bytes: own.bytes + bytes }[scarce];
    const [largest] = [...this.#lines.all.keys()]
      .map((other) => ({ other, load: this.#loadOf(other)[scarce] }))
      .sort((one, two) => two.load - one.load);
    const error = busy(this.#bounds.retryAfter);
    if (!largest || largest.load <= wanted) throw error;
    const last = this.#lines.take(largest.other, "last");
    if (last) this.#refuse(last.job, error);
  }

  #loadOf(name: string): Load {
    const line = this.#lines.all.get(name) ?? [];
    return { jobs: line.length, bytes: line.reduce((sum, { bytes }) => sum + bytes, 0) };
  }
}
