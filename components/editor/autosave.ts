import type { Clock } from "./clock";
import { type Outcome, type Snapshot, wellSaved } from "./snapshot";

type Ports<D, S> = {
  /** `version` is the one the text is based on; null before there is a record. */
  send: (edits: D, version: number | null) => Promise<Outcome<S>>;
  changed: (snapshot: Snapshot<S>) => void;
  clock: Clock;
};

/** From the last key to the save. */
export const QUIET = 2000;
/** Between attempts without a network: doubled each time, up to a minute. */
const FIRST_RETRY = 2000;
const LONGEST_RETRY = 60_000;

/** Saves edits: one save at a time, the latest wins, and none is given up. */
export class Autosave<D, S> {
  #snapshot: Snapshot<S> = wellSaved;
  #version: number | null;
  /** The latest edits that no save has taken yet. */
  #pending: { edits: D } | null = null;
  #running: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #retry = FIRST_RETRY;
  #editedAt = 0;

  constructor(
    private readonly ports: Ports<D, S>,
    version: number | null,
  ) {
    this.#version = version;
  }

  get snapshot(): Snapshot<S> {
    return this.#snapshot;
  }

  /** A function, since saves in between change the field. */
  get #isWaiting(): boolean {
    return this.#pending !== null;
  }

  get version(): number | null {
    return this.#version;
  }

  /** Whether closing the page now would leave something on this device only. */
  get unsaved(): boolean {
    return this.#pending !== null || this.#running !== null;
  }

  /** Notes new edits. */
  edited(edits: D): void {
    this.#pending = { edits };
    this.#editedAt = this.ports.clock.now();
    const { state } = this.#snapshot;
    if (state === "conflict" || state === "signed-out" || this.#running) return;
    if (state === "offline" || state === "busy") {
      // A failed deliberate save left nothing pending, so no attempt was planned.
      if (!this.#cancel) this.#later(this.#retry);
      return;
    }
    this.#set({ state: "dirty", message: null });
    this.#later(QUIET);
  }

  /** Saves pending edits at once; resolves after the attempt. */
  async flush(): Promise<void> {
    await this.#running;
    if (this.#pending && this.#snapshot.state !== "conflict") await this.#save();
  }

  /** Tries at once: the network may be back, or somebody has signed in again. */
  retry(): void {
    const { state } = this.#snapshot;
    if (state !== "offline" && state !== "busy" && state !== "signed-out" && state !== "refused") return;
    this.#retry = FIRST_RETRY;
    if (this.#running) return;
    if (this.#pending) void this.#save();
    else this.#set({ state: "saved", message: null });
  }

  /**
   * Saves deliberately (publish, update, restore) after the current save, pending edits included. A collision leads to
   * the same choice as in any save.
   */
  async deliberately(work: (version: number | null) => Promise<Outcome<S>>): Promise<Outcome<S>> {
    await this.#running;
    const taken = this.#pending;
    this.#pending = null;
    const outcome = await this.#run(() => work(this.#version), taken);
    // A text that may not be published may still be saved.
    if (outcome.kind === "refused" && this.#isWaiting) this.#soon();
    return outcome;
  }

  /** The screen shows the server's text, or one based on it, after a choice in a conflict. */
  adopt(version: number, edits?: D): void {
    this.#version = version;
    this.stop();
    this.#pending = edits === undefined ? null : { edits };
    this.#set({ state: edits === undefined ? "saved" : "dirty", current: null, message: null });
    if (edits !== undefined) void this.#save();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #later(delay: number): void {
    this.#cancel?.();
    this.#cancel = this.ports.clock.after(delay, () => {
      this.#cancel = null;
      void this.#save();
    });
  }

  /** Two seconds after the last key, however long the save before took. */
  #soon(): void {
    this.#later(Math.max(0, this.#editedAt + QUIET - this.ports.clock.now()));
  }

  async #save(): Promise<void> {
    const taken = this.#pending;
    if (!taken || this.#running) return;
    this.#pending = null;
    await this.#run(() => this.ports.send(taken.edits, this.#version), taken);
  }

  async #run(work: () => Promise<Outcome<S>>, taken: { edits: D } | null): Promise<Outcome<S>> {
    this.stop();
    this.#set({ state: "saving", message: null });
    const outcome = work().catch((): Outcome<S> => ({ kind: "offline" }));
    const running = outcome.then((outcome) => {
      this.#running = null;
      this.#ended(outcome, taken);
    });
    this.#running = running;
    await running;
    return outcome;
  }

  #ended(outcome: Outcome<S>, taken: { edits: D } | null): void {
    if (outcome.kind === "saved") {
      this.#version = outcome.version;
      this.#retry = FIRST_RETRY;
      this.#set({
        state: this.#pending ? "dirty" : "saved",
        savedAt: this.ports.clock.now(),
        current: null,
        message: null,
      });
      if (this.#pending) this.#soon();
      return;
    }
    // Edits that were not saved become pending again, unless there are newer ones.
    const newer = this.#pending !== null;
    this.#pending ??= taken;
    if (outcome.kind === "stale") this.#set({ state: "conflict", current: outcome.current });
    else if (outcome.kind === "signed-out") this.#set({ state: "signed-out" });
    else if (outcome.kind === "refused") {
      this.#set({ state: "refused", message: outcome.message });
      // Newer edits may have removed the error.
      if (newer) this.#soon();
    } else if (outcome.kind === "busy") {
      const delay = Math.max(1, outcome.after) * 1000;
      this.#set({ state: "busy", againAt: this.ports.clock.now() + delay });
      if (this.#pending) this.#later(delay);
    } else {
      this.#set({ state: "offline" });
      if (this.#pending) this.#later(this.#retry);
      this.#retry = Math.min(this.#retry * 2, LONGEST_RETRY);
    }
  }

  #set(change: Partial<Snapshot<S>>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.ports.changed(this.#snapshot);
  }
}
