import { AppError } from "../../core/errors";
import { type Bounds, WaitingLine } from "../../core/waiting-line";
import { type Answer, errorIn } from "./answering";
import type { Helper, Start } from "./starting";

/** A task is tried once more after its worker ended, since what came before it may have been the cause. */
const TRIES = 2;
/** Milliseconds until the first look at a busy worker, and between two looks at its memory. */
const LOOK_MS = 50;
/** How many times its limit a task may take by the clock, where other programs keep the processor from its worker. */
const PATIENCE = 6;

/** What whoever asked for a task hears of it, and how they take it back. */
export type Watching<P = never> = {
  onProgress?: ((progress: P) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Whoever wants it, by any name: those who wait take turns. */
  asker?: string | undefined;
  /** Told how many milliseconds it took once it had begun. */
  onTaken?: ((ms: number) => void) | undefined;
};

type Job<T, R> = {
  id: number;
  task: T;
  tries: number;
  /** Nobody waits for it any more. */
  isGone: boolean;
  asker: string | undefined;
  onProgress: ((progress: never) => void) | undefined;
  onTaken: ((ms: number) => void) | undefined;
  done: (result: R) => void;
  failed: (error: unknown) => void;
};

/** What one kind of work may take. Times are milliseconds. */
export type Limits = {
  /** The longest time of a processor without progress, and `PATIENCE` times that by the clock, from when a task is sent. */
  time: number;
  /** The most bytes of memory that a child process may hold. */
  memory?: number;
  /** How often a task is begun at most; once where a worker remembers what came before. */
  tries?: number;
  /** How long a worker is kept that has nothing to do. */
  idle: number;
  waiting: Bounds;
};
/** What is said of a task that took too long or too much memory, and of one that ended its worker again and again. */
export type Refusals = { tooLong: () => Error; tooLarge: () => Error; ended: (cause: Error) => Error };

const stopping = () => new AppError("unavailable", "The server is stopping. Please try again.", { reason: "stopping" });

/**
 * Does tasks in one worker beside the server, one after the other, so that a failure belongs to one task. The worker
 * starts with the first task and ends when there has been none for a while.
 */
export class TaskWorker<T, R> {
  readonly #start: Start;
  readonly #limits: Limits;
  readonly #refusals: Refusals;
  readonly #waiting: WaitingLine<Job<T, R>>;
  #helper: Helper | undefined;
  /** Whether the helper has done something. */
  #isUsed = false;
  #timer: NodeJS.Timeout | undefined;
  #current: Job<T, R> | undefined;
  #lastId = 0;
  /** When the present task began or last said how far it is: by the clock, and in the processor's time of its worker. */
  #since: { clock: number; processor: number | null } = { clock: 0, processor: null };

  constructor(start: Start, limits: Limits, refusals: Refusals) {
    [this.#start, this.#limits, this.#refusals] = [start, limits, refusals];
    this.#waiting = new WaitingLine(limits.waiting, ({ failed }, error) => failed(error));
  }

  /**
   * Does a task of this size. Refuses with `unavailable` while too many wait. One that is taken back fails with the
   * signal's reason, when its worker has ended.
   */
  async run<P>(task: T, size: number, { onProgress, onTaken, signal, asker }: Watching<P> = {}): Promise<R> {
    signal?.throwIfAborted();
    let takeBack = () => {};
    try {
      return await new Promise<R>((done, failed) => {
        const job = {
          id: (this.#lastId += 1),
          task,
          tries: 0,
          isGone: false,
          asker,
          onProgress,
          onTaken,
          done,
          failed,
        };
        takeBack = () => this.#takeBack(job, signal?.reason);
        signal?.addEventListener("abort", takeBack);
        this.#waiting.join(job, size, asker);
        this.#next();
      });
    } finally {
      signal?.removeEventListener("abort", takeBack);
    }
  }

  /** Whether it does something for somebody else, or somebody else waits for it. */
  hasOthersThan(asker: string): boolean {
    const isOther = (job: Job<T, R>) => job.asker !== asker;
    return (this.#current !== undefined && isOther(this.#current)) || this.#waiting.inLines.some(isOther);
  }

  /** Refuses what waits for somebody. */
  refuse(asker: string, reason: () => Error): void {
    for (const job of this.#waiting.inLines)
      if (job.asker === asker && !job.isGone) {
        job.isGone = true;
        job.failed(reason());
      }
  }

  /** Whatever else waits goes on in a new worker. */
  #takeBack(job: Job<T, R>, reason: unknown): void {
    job.isGone = true;
    if (this.#current !== job) return job.failed(reason);
    const ended = this.#forget()?.end();
    void Promise.resolve(ended).then(() => job.failed(reason));
    this.#next();
  }

  /** Ends the worker and refuses what still waits. A later task starts a new one. */
  async stop(): Promise<void> {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting.empty()];
    const helper = this.#forget();
    for (const { failed } of jobs) failed(stopping());
    await helper?.end();
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    let job = this.#waiting.next();
    while (job?.isGone) job = this.#waiting.next();
    if (!job) return this.#rest();
    this.#current = job;
    job.tries += 1;
    try {
      this.#helper ??= this.#started();
      this.#watch(this.#helper);
      this.#helper.keepAlive(true);
      this.#helper.send({ id: job.id, task: job.task });
    } catch (error) {
      this.#restart(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** What the processor did is asked for later, and not at all for tasks that are done by then: it takes 0.1 ms. */
  #noteProgress(): void {
    this.#since = { clock: performance.now(), processor: null };
  }

  /** Gives the current task up when it has used its time or memory. A machine with other things to do is not its fault. */
  #watch(helper: Helper): void {
    const { time, memory = Infinity } = this.#limits;
    this.#noteProgress();
    const look = () => {
      if (helper.residentMemory() > memory) return this.#restart(this.#refusals.tooLarge());
      const used = helper.processorTime();
      const { clock, processor } = this.#since;
      this.#since.processor ??= used;
      const left = Math.min(time - (used - (processor ?? used)), PATIENCE * time - (performance.now() - clock));
      if (left <= 0) this.#restart(this.#refusals.tooLong());
      else again(left);
    };
    const again = (left: number) =>
      (this.#timer = setTimeout(look, memory === Infinity ? left : Math.min(left, LOOK_MS)));
    again(Math.min(time, LOOK_MS));
  }

  #rest(): void {
    this.#helper?.keepAlive(false);
    if (this.#helper) this.#timer = setTimeout(() => void this.#forget()?.end(), this.#limits.idle).unref();
  }

  #started(): Helper {
    const helper: Helper = this.#start({
      answered: (answer) => {
        if (helper === this.#helper) this.#answered(answer as Answer<R>);
      },
      ended: (cause) => {
        if (helper === this.#helper) this.#ended(cause);
      },
    });
    return helper;
  }

  #answered(answer: Answer<R>): void {
    const job = this.#current;
    if (job?.id !== answer.id) return;
    if ("progress" in answer) {
      this.#noteProgress();
      return job.onProgress?.(answer.progress as never);
    }
    // Without the first one, for which it had to start.
    if (this.#isUsed) job.onTaken?.(performance.now() - this.#since.clock);
    this.#isUsed = true;
    if ("exhausted" in answer) return this.#restart(this.#refusals.tooLarge());
    this.#current = undefined;
    const error = errorIn(answer);
    if (error) job.failed(error);
    else if ("result" in answer) job.done(answer.result);
    this.#next();
  }

  #ended(cause: Error): void {
    const job = this.#current;
    if (!job || job.tries >= (this.#limits.tries ?? TRIES)) return this.#restart(this.#refusals.ended(cause));
    this.#forget();
    this.#waiting.putBack(job);
    this.#next();
  }

  /** Gives up the current task and continues in a new worker. */
  #restart(reason: Error): void {
    const job = this.#current;
    void this.#forget()?.end();
    job?.failed(reason);
    this.#next();
  }

  #forget(): Helper | undefined {
    const helper = this.#helper;
    clearTimeout(this.#timer);
    this.#helper = undefined;
    this.#isUsed = false;
    this.#current = undefined;
    return helper;
  }
}
