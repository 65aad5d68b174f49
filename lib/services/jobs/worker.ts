import { randomUUID } from "node:crypto";
import { system } from "../../core/access";
import { subscribe } from "../../core/events";
import { breathing } from "../../core/giving-way";
import { engine } from "../../core/operation";
import { type Loop, Supervisor } from "../../core/supervisor";
import { type JobKind, jobKinds, kindOf, lanes } from "./kinds";
import { hasRunning, nextDue } from "./queries";
import { asked } from "./queue";
import { type Handlers, RunningJob } from "./running";
import { claimJob, endFalseWaits, endLeases } from "./steps";

export type WorkerLimits = {
  /** Milliseconds without a sign of life after which another worker may take a job. */
  leaseMs: number;
  /** The longest sleep, for jobs that other processes enqueue, and for clocks that jump. */
  longestSleepMs: number;
  /** Whether no other server runs jobs of this database, so that it need not wait for the end of any lease. */
  isAlone: boolean;
};

const defaults: WorkerLimits = { leaseMs: 30_000, longestSleepMs: 30_000, isAlone: false };

/** Milliseconds after an enqueue during which each commit may contain it. */
const ASKED_MS = 10_000;

const worker = { ...system, name: "the server" };

/** Runs due jobs; sleeps until the next one, and is woken when one is enqueued. */
export class JobWorker {
  readonly #limits: WorkerLimits;
  readonly #running = new Set<RunningJob>();
  #loop: Loop | undefined;
  /** Whether the clock may have been set back since waits were last looked at. */
  #clockWasSet = true;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly handlers: Handlers,
    private readonly onFailure: (error: unknown, what: string) => void,
    limits: Partial<WorkerLimits> = {},
  ) {
    this.#limits = { ...defaults, ...limits };
  }

  start(supervisor = new Supervisor({ failed: (loop, error) => this.onFailure(error, loop) })): void {
    let leasesEnded = !this.#limits.isAlone;
    const look = async ({ signal }: { signal: AbortSignal }) => {
      if (!leasesEnded && (await hasRunning(engine().reader))) await endLeases(worker, {});
      leasesEnded = true;
      if (this.#clockWasSet) {
        this.#clockWasSet = false;
        await endFalseWaits(worker, { leaseMs: this.#limits.leaseMs });
      }
      return this.#look(signal);
    };
    this.#loop = supervisor.begin("the queue of jobs", look, {
      onStop: () => this.#giveBack(),
    });
    this.#unsubscribe = subscribe(({ operation, subject }) => {
      if (operation === "claimJob" || operation === "beatJob" || operation === "endJob") return;
      if (operation === "cancelJob") for (const job of this.#running) if (subject === `job:${job.id}`) job.cancel();
      if (Date.now() - asked.at < ASKED_MS) this.wake();
    });
  }

  /** Looks also for waits that the present clock makes too long. */
  noteClockSet(): void {
    this.#clockWasSet = true;
    this.wake();
  }

  /** Looks for due jobs now. */
  wake(): void {
    this.#loop?.wake();
  }

  /** Kinds of which none may be started now: they run alone and are running, or their lane is full. */
  #except(): string[] {
    const busy = new Set([...this.#running].map(({ kind }) => kind));
    const laneOf = ({ lane = "short" }: JobKind) => lane;
    const running = [...this.#running].map(({ kind }) => kindOf(kind));
    const isFull = (lane: keyof typeof lanes) =>
      running.filter((kind) => kind && laneOf(kind) === lane).length >= lanes[lane];
    return jobKinds()
      .filter((kind) => (kind.alone && busy.has(kind.name)) || isFull(laneOf(kind)))
      .map(({ name }) => name)
      .toSorted();
  }

  async #look(signal: AbortSignal): Promise<number> {
    let sleepMs = this.#limits.longestSleepMs;
    // Where many receivers are silent at the same time, thousands of jobs are looked through for each that is claimed.
    const breathe = breathing();
    while (!signal.aborted) {
      const except = this.#except();
      const due = await nextDue(engine().reader, except);
      if (due === null || due.getTime() > Date.now()) {
        if (due !== null) sleepMs = Math.min(sleepMs, due.getTime() - Date.now());
        break;
      }
      // A name per attempt distinguishes one whose lease ran out here from the one that took over.
      const name = randomUUID();
      const claimed = await claimJob(worker, { worker: name, leaseMs: this.#limits.leaseMs, except });
      if (!claimed) continue;
      const job = new RunningJob(claimed, this.handlers, {
        worker: name,
        leaseMs: this.#limits.leaseMs,
        actor: worker,
      });
      this.#running.add(job);
      void job.done
        .catch((error: unknown) => this.onFailure(error, `the job ${claimed.id} could not be noted as ended`))
        .finally(() => {
          this.#running.delete(job);
          this.wake();
        });
      await breathe();
    }
    return sleepMs;
  }

  /** Starts no further job, and returns running ones to the queue unless they end in time. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
  }

  async #giveBack(): Promise<void> {
    this.#unsubscribe();
    for (const job of this.#running) job.giveBack();
    await Promise.allSettled([...this.#running].map(({ done }) => done));
  }
}
