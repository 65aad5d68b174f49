import type { Start } from "./starting";
import { Lately } from "../../core/lately";
import { type Limits, type Refusals, TaskWorker, type Watching } from "./worker";

/** A task would keep the others waiting. */
class NotQuick extends Error {}

/** The part of the quick time after which a task is slow, and milliseconds for which its asker is remembered, twice at the most. */
const [SLOW, REMEMBERED_MS, MOST_REMEMBERED] = [1 / 3, 30_000, 1_000];

/**
 * Does tasks in one worker, one after the other. A task that takes longer than `quickTime` begins anew in a second
 * worker, where only such tasks wait for one another: somebody's costly one does not hold up the others. Whoever had a slow
 * one lately has the next ones done there at once, unless others are there: one after the other they would hold up all others.
 */
export class Lanes<T, R> {
  readonly #quick: TaskWorker<T, R>;
  readonly #patient: TaskWorker<T, R>;
  readonly #slow = new Lately(REMEMBERED_MS, MOST_REMEMBERED);
  readonly #slowMs: number;

  constructor(start: Start, { quickTime, ...limits }: Limits & { quickTime: number }, refusals: Refusals) {
    const tooLong = () => new NotQuick();
    this.#quick = new TaskWorker(start, { ...limits, time: quickTime }, { ...refusals, tooLong });
    this.#patient = new TaskWorker(start, limits, refusals);
    this.#slowMs = SLOW * quickTime;
  }

  /** As `TaskWorker.run`. */
  async run(task: T, size: number, watching: Watching = {}): Promise<R> {
    const { asker } = watching;
    const onTaken = (ms: number) => this.#noteTaken(asker, ms);
    if (asker !== undefined && this.#slow.of(asker) > 0 && !this.#patient.hasOthersThan(asker))
      return this.#patient.run(task, size, { ...watching, onTaken });
    try {
      return await this.#quick.run(task, size, { ...watching, onTaken });
    } catch (error) {
      if (!(error instanceof NotQuick)) throw error;
      onTaken(Infinity);
      return this.#patient.run(task, size, watching);
    }
  }

  #noteTaken(asker: string | undefined, ms: number): void {
    if (asker === undefined || ms <= this.#slowMs) return;
    this.#slow.note(asker);
    // Dozens may have been asked for at once, before one of them was known to be slow.
    if (!this.#patient.hasOthersThan(asker)) this.#quick.refuse(asker, () => new NotQuick());
  }

  /** Ends the workers and refuses what still waits. A later task starts a new one. */
  async stop(): Promise<void> {
    await Promise.all([this.#quick.stop(), this.#patient.stop()]);
  }
}
