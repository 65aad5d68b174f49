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
/** Between tries without a network: doubled each time, up to a minute. */
const FIRST_RETRY = 2000;
const LONGEST_RETRY = 60_000;

/** Saves what is written: one save at a time, the latest text wins, nothing is given up. */
export class Autosave<D, S> {
  #snapshot: Snapshot<S> = wellSaved;
  #version: number | null;
  /** The latest text that no save has taken yet. */
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

  /** Asked where a save lies between: the field itself counts as what was last put into it. */
  get #isWaiting(): boolean {
    return this.#pending !== null;
  }

  get version(): number | null {
    return this.#version;
  }

  /** Whether closing the page now would leave something that is on this device only. */
  get unsaved(): boolean {
    return this.#pending !== null || this.#running !== null;
  }

  /** Something was written. */
  edited(edits: D): void {
    this.#pending = { edits };
    this.#editedAt = this.ports.clock.now();
    const { state } = this.#snapshot;
    if (state === "conflict" || state === "signed-out" || this.#running) return;
    if (state === "offline" || state === "busy") {
      // A save on purpose that failed had nothing waiting, so no try was planned.
      if (!this.#cancel) this.#later(this.#retry);
      return;
    }
    this.#set({ state: "dirty", message: null });
    this.#later(QUIET);
  }

  /** Saves at once what is waiting, and answers when it has been tried. */
  async flush(): Promise<void> {
    await this.#running;
    if (this.#pending && this.#snapshot.state !== "conflict") await this.#save();
  }

  /** The network may be back, or somebody has signed in again: tries at once. */
  retry(): void {
    const { state } = this.#snapshot;
    if (state !== "offline" && state !== "busy" && state !== "signed-out" && state !== "refused") return;
    this.#retry = FIRST_RETRY;
    if (this.#running) return;
    if (this.#pending) void this.#save();
    else this.#set({ state: "saved", message: null });
  }

  /**
   * Saves on purpose (publish, update, restore), after what is on its way; what was waiting is part of
   * it. The outcome counts as that of any save, so a collision leads to the same choice.
   */
  async deliberately(work: (version: number | null) => Promise<Outcome<S>>): Promise<Outcome<S>> {
    await this.#running;
    const taken = this.#pending;
    this.#pending = null;
    const outcome = await this.#run(() => work(this.#version), taken);
    // What may not be published as it is may still be saved.
    if (outcome.kind === "refused" && this.#isWaiting) this.#soon();
    return outcome;
  }

  /** What is on screen is now what the server holds, or is based on it: after a choice in a conflict. */
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

  /** Two seconds after the last key, however long the save before has taken. */
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
    // What was not saved waits again, unless something newer does.
    const newer = this.#pending !== null;
    this.#pending ??= taken;
    if (outcome.kind === "stale") this.#set({ state: "conflict", current: outcome.current });
    else if (outcome.kind === "signed-out") this.#set({ state: "signed-out" });
    else if (outcome.kind === "refused") {
      this.#set({ state: "refused", message: outcome.message });
      // What was written meanwhile may have put it right.
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
