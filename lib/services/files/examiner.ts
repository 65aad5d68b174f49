import { type ChildProcess, fork } from "node:child_process";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AppError } from "../../core/errors";
import { shared } from "../../core/shared";
import { WaitingLine } from "../../core/waiting-line";
import type { Examined } from "./examine";
import type { ExamineAnswer, ExamineRequest } from "./examine-child";

/** The child's program, which the launcher bundles from `examine-child.ts`. */
const program = resolve("dist/examine-child.js");

/** The longest time for one file, and how long an idle child is kept, in milliseconds. */
const [EXAMINE_TIME, IDLE_TIME] = [30_000, 10_000];
/** The most files that wait, and their bytes in all, which are on disk meanwhile. More are refused for some seconds. */
const [MOST_WAITING, MOST_WAITING_BYTES, RETRY_AFTER_S] = [200, 1024 ** 3, 30];

type Job = { request: ExamineRequest; done: (examined: Examined) => void; failed: (error: Error) => void };
type Limits = { program: string; time: number; idle: number; waiting: number; waitingBytes: number };

const tooHard = () => new AppError("invalid", "This file takes too long to read. Try a smaller or simpler one.");

/** Keeps the file system's code, so that a full disk is recognised. */
const faultOf = (answer: { fault: string; code: string | undefined }): Error =>
  Object.assign(new Error(answer.fault), answer.code === undefined ? {} : { code: answer.code });

/**
 * Examines uploads in one child process, one after the other: memory for decoding ends with the child, and a malicious
 * file harms a decoder outside of the server.
 */
export class Examiner {
  readonly #limits: Limits;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: Job | undefined;
  readonly #waiting: WaitingLine<Job>;
  #lastId = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = {
      program,
      time: EXAMINE_TIME,
      idle: IDLE_TIME,
      waiting: MOST_WAITING,
      waitingBytes: MOST_WAITING_BYTES,
      ...limits,
    };
    this.#waiting = new WaitingLine({
      most: this.#limits.waiting,
      mostBytes: this.#limits.waitingBytes,
      retryAfter: RETRY_AFTER_S,
    });
  }

  /** Examines a file; results are written into `folder`. Refuses with `unavailable` while too many wait. */
  async examine(file: string, name: string, folder: string, isClean = false): Promise<Examined> {
    const { size } = await stat(file);
    return new Promise<Examined>((done, failed) => {
      this.#waiting.join({ request: { id: (this.#lastId += 1), file, name, folder, isClean }, done, failed }, size);
      this.#next();
    });
  }

  /** Ends the child and refuses what still waits. A later file starts a new one. */
  stop(): void {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting.empty()];
    this.#forget()?.kill("SIGKILL");
    for (const { failed } of jobs) failed(new AppError("unavailable", "The server is stopping. Please try again."));
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#waiting.next();
    if (!job) {
      // Kept for the next upload of a series, without keeping the process alive.
      this.#unref();
      this.#timer = setTimeout(() => this.#forget()?.kill("SIGKILL"), this.#limits.idle).unref();
      return;
    }
    clearTimeout(this.#timer);
    this.#current = job;
    const child = (this.#child ??= this.#start());
    child.ref();
    child.channel?.ref();
    this.#timer = setTimeout(() => this.#restart(tooHard()), this.#limits.time);
    child.send(job.request);
  }

  #unref(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #start(): ChildProcess {
    // The child gets none of the server's settings, so that it holds no secret.
    const child = fork(/* turbopackIgnore: true */ this.#limits.program, [], {
      // A small young generation and no extra threads: most of the child's memory is pixels, outside of the collector.
      execArgv: ["--expose-gc", "--max-old-space-size=256", "--max-semi-space-size=1", "--single-threaded"],
      // Returns freed memory at once; otherwise pieces of each picture stay between those of the next.
      env: {
        MALLOC_ARENA_MAX: "1",
        MALLOC_MMAP_THRESHOLD_: "65536",
        MALLOC_TRIM_THRESHOLD_: "0",
        MALLOC_TOP_PAD_: "0",
        NODE_ENV: "production",
      },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (answer: ExamineAnswer) => this.#answered(child, answer));
    child.on("error", (error) => this.#ended(child, error));
    child.on("exit", (code, signal) =>
      this.#ended(child, new Error(`The child that examines uploads ended (${signal ?? code}).`)),
    );
    return child;
  }

  #answered(child: ChildProcess, answer: ExamineAnswer): void {
    const job = this.#current;
    if (child !== this.#child || job?.request.id !== answer.id) return;
    clearTimeout(this.#timer);
    this.#current = undefined;
    if ("examined" in answer) job.done(answer.examined);
    else if ("refusal" in answer) job.failed(new AppError(answer.refusal.code, answer.refusal.message));
    else job.failed(faultOf(answer));
    this.#next();
  }

  #ended(child: ChildProcess, cause: Error): void {
    if (child !== this.#child) return;
    // The child had one file only, so this file is the cause.
    this.#restart(new AppError("invalid", "This file cannot be read.", { cause }));
  }

  #restart(reason: Error): void {
    const job = this.#current;
    this.#forget()?.kill("SIGKILL");
    job?.failed(reason);
    this.#next();
  }

  #forget(): ChildProcess | undefined {
    const child = this.#child;
    clearTimeout(this.#timer);
    this.#child = undefined;
    this.#current = undefined;
    return child;
  }
}

const examiner = (): Examiner => shared("examiner", () => new Examiner());

/** Examines a file in the process's one child, within limits of time, memory and pixels. */
export const examineFile = (file: string, name: string, folder: string): Promise<Examined> =>
  examiner().examine(file, name, folder);

/** Makes the smaller versions of a stored picture again, in the same child. */
export const reexamineFile = (file: string, name: string, folder: string): Promise<Examined> =>
  examiner().examine(file, name, folder, true);

/** Ends the child, for an orderly shutdown. */
export const stopExaminer = (): void => examiner().stop();
