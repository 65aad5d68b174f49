import type { Progress, Step } from "./schema";

export type OnProgress = (progress: Progress) => void;

/** Milliseconds between two reports. */
export const PAUSE_MS = 100;

/** Counts bytes, and reports them now and then, and each step at once. */
export class Tally {
  #now: Progress = { step: "READING", done: 0, total: 0 };
  #told = 0;

  constructor(private readonly report: OnProgress = () => undefined) {}

  /** Begins a step; `total` is of all steps. */
  begin(step: Step, total = this.#now.total): void {
    this.#now = { ...this.#now, step, total };
    this.#tell(performance.now());
  }

  add = (bytes: number): void => {
    this.#now = { ...this.#now, done: Math.min(this.#now.done + bytes, this.#now.total) };
    const now = performance.now();
    if (now - this.#told >= PAUSE_MS) this.#tell(now);
  };

  #tell(now: number): void {
    this.#told = now;
    this.report(this.#now);
  }
}
