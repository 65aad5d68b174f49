import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../core/errors";
import { shared } from "../../core/shared";
import { WaitingLine } from "../../core/waiting-line";
import type { RenderAnswer, RenderRequest } from "./render-worker";
import { assertLength, MAX_SOURCE, type Rendered, type Source, tooComplex } from "../../text/markdown/source";

/** The worker's program, which the launcher bundles from `render-worker.ts`. */
const renderWorkerFile = resolve("dist/render-worker.js");

/** The longest time for one text, in milliseconds. */
const RENDER_TIME = 10_000;
/** Largest heap of the worker, in megabytes. */
const RENDER_MEMORY = 256;
/** The young generation of that heap; with the default, three times that size of garbage stays. */
const YOUNG_MEMORY = 12;
/** A text is retried once after the worker ended for a reason that may not be the text's fault. */
const MAX_TRIES = 2;
/** The most texts that wait, and their characters in all: four of the longest. More are refused for some seconds. */
const [MOST_WAITING, MOST_WAITING_CHARACTERS, RETRY_AFTER_S] = [200, 4 * MAX_SOURCE, 5];

type Job = {
  request: RenderRequest;
  tries: number;
  done: (rendered: Rendered) => void;
  failed: (error: Error) => void;
};
type Limits = { file: string; time: number; memory: number; waiting: number; waitingCharacters: number };

/** Renders in one worker thread, one text after the other, so that a failure belongs to one text. */
export class Renderer {
  readonly #limits: Limits;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: Job | undefined;
  readonly #waiting: WaitingLine<Job>;
  #lastId = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = {
      file: renderWorkerFile,
      time: RENDER_TIME,
      memory: RENDER_MEMORY,
      waiting: MOST_WAITING,
      waitingCharacters: MOST_WAITING_CHARACTERS,
      ...limits,
    };
    this.#waiting = new WaitingLine({
      most: this.#limits.waiting,
      mostBytes: this.#limits.waitingCharacters,
      retryAfter: RETRY_AFTER_S,
    });
  }

  /**
   * Renders one text. Refuses with `too_complex` where it needs too much time or memory, and with `unavailable` while
   * too many wait.
   */
  async render(source: Source): Promise<Rendered> {
    assertLength(source);
    return new Promise<Rendered>((done, failed) => {
      const size = source.originalContent.length + (source.content?.length ?? 0);
      this.#waiting.join({ request: { id: (this.#lastId += 1), source }, tries: 0, done, failed }, size);
      this.#next();
    });
  }

  /** Ends the worker and refuses what still waits. A later text starts a new worker. */
  async stop(): Promise<void> {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting.empty()];
    const worker = this.#forget();
    for (const { failed } of jobs)
      failed(new AppError("unavailable", "The server is stopping. Please try again.", { reason: "stopping" }));
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#waiting.next();
    if (!job) {
      // An idle worker must not keep the process alive; a busy one must, because a caller waits for it.
      this.#worker?.unref();
      return;
    }
    this.#current = job;
    job.tries += 1;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    this.#timer = setTimeout(() => this.#restart(tooComplex()), this.#limits.time);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
    worker.postMessage(job.request);
  }

  #start(): Worker {
    const { file, memory } = this.#limits;
    const worker = new Worker(/* turbopackIgnore: true */ /* webpackIgnore: true */ file, {
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_MEMORY },
    });
    worker.on("message", (answer: RenderAnswer) => this.#answered(worker, answer));
    worker.on("error", (error) => this.#ended(worker, error));
    worker.on("exit", () => this.#ended(worker, new Error("The rendering worker ended unexpectedly.")));
    return worker;
  }

  #answered(worker: Worker, answer: RenderAnswer): void {
    const job = this.#current;
    if (worker !== this.#worker || job?.request.id !== answer.id) return;
    clearTimeout(this.#timer);
    this.#current = undefined;
    if ("rendered" in answer) job.done(answer.rendered);
    else if ("refusal" in answer)
      job.failed(new AppError(answer.refusal.code, answer.refusal.message, { errors: answer.refusal.errors }));
    else job.failed(new Error(answer.fault));
    this.#next();
  }

  #ended(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    const outOfMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const job = this.#current;
    // Grammars of other texts may fill the memory, so the text is retried as well.
    if (job && job.tries < MAX_TRIES) {
      this.#forget();
      this.#waiting.putBack(job);
      this.#next();
    } else this.#restart(outOfMemory ? tooComplex() : error);
  }

  /** Gives up the current text and continues in a new worker. */
  #restart(reason: unknown): void {
    const job = this.#current;
    void this.#forget()?.terminate();
    job?.failed(reason instanceof Error ? reason : new Error(String(reason)));
    this.#next();
  }

  #forget(): Worker | undefined {
    const worker = this.#worker;
    clearTimeout(this.#timer);
    this.#worker = undefined;
    this.#current = undefined;
    return worker;
  }
}

const renderer = (): Renderer => shared("renderer", () => new Renderer());

/** Renders a text to safe HTML in the process's one rendering worker, within limits of time and memory. */
export const renderContent = (source: Source): Promise<Rendered> => renderer().render(source);

/** Ends the rendering worker, for an orderly shutdown. */
export const stopRenderer = (): Promise<void> => renderer().stop();
