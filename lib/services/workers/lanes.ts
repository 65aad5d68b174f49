import type { Start } from "./starting";
import { type Limits, type Refusals, TaskWorker, type Watching } from "./worker";

/** A task would keep the others waiting. */
class NotQuick extends Error {}

/**
 * Does tasks in one worker, one after the other. A task that takes longer than `quickTime` begins anew in a second
 * worker, where only such tasks wait for one another: somebody's costly one does not hold up the others.
 */
export class Lanes<T, R> {
  readonly #quick: TaskWorker<T, R>;
  readonly #patient: TaskWorker<T, R>;

  constructor(start: Start, { quickTime, ...limits }: Limits & { quickTime: number }, refusals: Refusals) {
    const tooLong = () => new NotQuick();
    this.#quick = new TaskWorker(start, { ...limits, time: quickTime }, { ...refusals, tooLong });
    this.#patient = new TaskWorker(start, limits, refusals);
  }

  /** As `TaskWorker.run`. */
  async run(task: T, size: number, watching: Watching = {}): Promise<R> {
    try {
      return await this.#quick.run(task, size, watching);
    } catch (error) {
      if (!(error instanceof NotQuick)) throw error;
      return this.#patient.run(task, size, watching);
    }
  }

  /** Ends the workers and refuses what still waits. A later task starts a new one. */
  async stop(): Promise<void> {
    await Promise.all([this.#quick.stop(), this.#patient.stop()]);
  }
}
