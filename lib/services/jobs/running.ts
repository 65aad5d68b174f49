import type { Actor } from "../../core/access";
import type { z } from "zod";
import { type JobKind, kindOf } from "./kinds";
import { GiveUp } from "./queue";
import type { Claimed } from "./schema";
import { beatJob, endJob, payloadOf } from "./steps";

type Progress = { done: number; total: number | null };

/** What a handler gets beside its payload. */
export type JobRun = {
  id: number;
  /** 1 at the first attempt. */
  attempt: number;
  isLastTry: boolean;
  /** The progress of the last attempt, as its last beat noted it; work after that is repeated. */
  reached: Progress;
  /** Aborts when somebody cancels the job, the server stops, or another worker took it; stop at the next step then. */
  signal: AbortSignal;
  progress(done: number, total?: number | null): void;
  log: (line: string) => void;
};

export type Handler<P = unknown> = (payload: P, run: JobRun) => Promise<void>;
/** The handler of each kind, by its name. */
export type Handlers = Readonly<Record<string, Handler<never>>>;

/** Registers the handler of a kind. */
export const doing = <P extends z.ZodType>(kind: JobKind<P>, handler: Handler<z.output<P>>): Handlers => ({
  [kind.name]: handler,
});

/** Milliseconds between two writes of progress and log. */
const BEAT_MS = 1000;
/**
 * Milliseconds until a result that could not be stored is stored again; doubled after each failure, while the lease
 * lasts.
 */
const FIRST_WAIT_MS = 250;
/** How long the server waits for a job to stop. */
const STOP_MS = 5000;

type Holder = { worker: string; leaseMs: number; actor: Actor };
type Outcome = "DONE" | "FAILED" | "CANCELLED" | "again" | "given back";

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** One attempt of one job: runs its handler, renews its lease, stores its result. */
export class RunningJob {
  readonly done: Promise<void>;
  readonly #abort = new AbortController();
  #why: "cancelled" | "stopping" | "lost" | null = null;
  #progress: Progress;
  #lines: string[] = [];
  #changed = false;
  #lastBeat = Date.now();
  #beating: Promise<void> = Promise.resolve();
  #stopLate: NodeJS.Timeout | undefined;
  #late: (() => void) | undefined;

  constructor(
    private readonly claimed: Claimed,
    private readonly handlers: Handlers,
    private readonly holder: Holder,
  ) {
    this.#progress = { done: claimed.progressDone, total: claimed.progressTotal };
    if (claimed.cancelWanted) this.cancel();
    this.done = this.#run();
  }

  get id(): number {
    return this.claimed.id;
  }

  get kind(): string {
    return this.claimed.kind;
  }

  cancel(): void {
    this.#end("cancelled");
  }

  /** Asks the handler to stop; one that does not is abandoned, and its lease runs out. */
  giveBack(): void {
    this.#end("stopping");
    this.#stopLate = setTimeout(() => this.#late?.(), STOP_MS);
  }

  #end(why: "cancelled" | "stopping" | "lost"): void {
    this.#why ??= why;
    this.#abort.abort(new Error(why));
  }

  #log(line: string): void {
    this.#lines.push(`${new Date().toISOString()} ${line}`);
    this.#changed = true;
  }

  async #run(): Promise<void> {
    const beats = setInterval(() => this.#beat(), Math.min(BEAT_MS, this.holder.leaseMs / 3));
    try {
      const late = new Promise<"given back">((resolve) => (this.#late = () => resolve("given back")));
      const outcome = await Promise.race([this.#try(), late]);
      clearInterval(beats);
      await this.#beating;
      await this.#noteEnd(outcome);
    } finally {
      clearInterval(beats);
      clearTimeout(this.#stopLate);
    }
  }

  /**
   * Retries while the database cannot be written to: a result that is not stored would make another worker repeat the
   * job.
   */
  async #noteEnd(outcome: Outcome): Promise<void> {
    const ending = { id: this.claimed.id, worker: this.holder.worker, ...this.#state(), outcome };
    for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
      try {
        return await endJob(this.holder.actor, ending);
      } catch (error) {
        if (this.#why === "stopping" || Date.now() + waitMs - this.#lastBeat > this.holder.leaseMs) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
  }

  async #try(): Promise<Outcome> {
    const { id, kind, attempts } = this.claimed;
    const tries = kindOf(kind)?.tries ?? 0;
    try {
      if (this.#why) throw new Error(this.#why);
      const payload = payloadOf(this.claimed);
      const handler = this.handlers[kind] as Handler | undefined;
      if (!handler) throw new Error(`Nobody does the job "${kind}".`);
      await handler(payload, {
        id,
        attempt: attempts,
        isLastTry: attempts >= tries,
        reached: this.#progress,
        signal: this.#abort.signal,
        progress: (done, total = this.#progress.total) => {
          this.#progress = { done, total };
          this.#changed = true;
        },
        log: (line) => this.#log(line),
      });
      return "DONE";
    } catch (error) {
      if (this.#why === "stopping" || this.#why === "lost") return "given back";
      if (this.#why === "cancelled") {
        this.#log("Cancelled.");
        return "CANCELLED";
      }
      this.#log(`Try ${attempts} of ${tries}: ${wordsOf(error)}`);
      return error instanceof GiveUp || attempts >= tries ? "FAILED" : "again";
    }
  }

  /** Progress and log lines since the last write. */
  #state(): { progressDone: number; progressTotal: number | null; lines: string[] } {
    this.#changed = false;
    this.#lastBeat = Date.now();
    return { progressDone: this.#progress.done, progressTotal: this.#progress.total, lines: this.#lines.splice(0) };
  }

  #beat(): void {
    const { leaseMs, worker, actor } = this.holder;
    if (!this.#changed && Date.now() - this.#lastBeat < leaseMs / 3) return;
    const given = { id: this.claimed.id, worker, leaseMs, ...this.#state() };
    this.#beating = this.#beating
      .then(() => beatJob(actor, given))
      .then(({ held, cancelWanted }) => {
        if (!held) this.#end("lost");
        if (cancelWanted) this.cancel();
      })
      // The next beat makes up for a failed one; the lease is three beats long.
      .catch(() => void this.#lines.unshift(...given.lines));
  }
}
