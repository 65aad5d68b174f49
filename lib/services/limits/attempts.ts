import { BoundedEntries } from "./bounded-entries";
import { AppError } from "../../core/errors";
import { KeptNames } from "./kept-names";
import { block, counterName, type Failing, forgetOld, isRecent, Ledger, type LedgerKey, refuses } from "./ledger";
import { networksOf } from "./networks";
import type { Counted, Counters } from "../../core/counters";
import { holdingTurn, holdsTurn, holdsWritersPlace } from "../../core/held-turns";
import { sharedCounters } from "../../core/operation";
import { shared } from "../../core/shared";

/** The result of an attempt; "undecided" counts neither way. */
export type Verdict = "passed" | "failed" | "undecided";

/**
 * One counter: `most` failures in the window; `clears`: a success forgets earlier failures; `windowMs`: its own window.
 */
export type AttemptKey = { name: string; most: number; clears: boolean; windowMs?: number };

type Entry = Failing & { running: number; waiting: (() => void)[]; most: number; windowMs: number };

type Limits = {
  /** Milliseconds after which failures are forgotten, and the longest wait. */
  windowMs: number;
  /** The first wait; each attempt while waiting, and each later failure, doubles it. */
  firstWaitMs: number;
  /** The most keys; the longest unused is forgotten first, and never one that refuses. */
  mostKeys: number;
  /** The most attempts that wait for one key, and for how many milliseconds: a proxy without an answer for a minute takes the server for failed. */
  mostInLine: number;
  longestWaitMs: number;
  /** For how many of them whoever holds a turn, which all others want as well. */
  waitInTurnMs: number;
  now: () => number;
};

const defaults: Limits = {
  windowMs: 600_000,
  firstWaitMs: 60_000,
  mostKeys: 20_000,
  mostInLine: 200,
  longestWaitMs: 10_000,
  waitInTurnMs: 250,
  now: Date.now,
};

const tooMany = (waitMs: number) => {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("too_many", `Too many attempts. Please try again in ${retryAfter} seconds.`, { retryAfter });
};

/**
 * Counts guesses at a secret before each is checked, so that simultaneous guesses get no more tries than successive
 * ones: in memory, and where several servers may serve the site, in their ledger. Then memory only keeps the line.
 */
export class Limiter {
  readonly #limits: Limits;
  readonly #entries: BoundedEntries<Entry>;
  readonly #names: KeptNames;

  /** `things` tells its counters from those of other limiters. */
  constructor(
    private readonly things: string,
    limits: Partial<Limits> = {},
  ) {
    this.#limits = { ...defaults, ...limits };
    const make = (): Entry => ({
      failures: [],
      running: 0,
      waitMs: 0,
      until: 0,
      waiting: [],
      most: Infinity,
      windowMs: this.#limits.windowMs,
    });
    this.#entries = new BoundedEntries({
      most: this.#limits.mostKeys,
      make,
      isNeeded: (entry) => this.#isNeeded(entry),
    });
    this.#names = new KeptNames(things, (name) => this.#counted(name));
  }

  /** The number of remembered keys. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Runs one guess under all its keys. While as many are being checked as failures are left, others wait, so that
   * simultaneous right passwords all pass. Work that throws counts as undecided. No transaction waits for others here.
   */
  async attempt<T>(keys: readonly AttemptKey[], work: () => Promise<T>, verdict: (result: T) => Verdict): Promise<T> {
    if (holdsWritersPlace()) throw new Error("A guess waits for others, so it is made before the transaction.");
    const held = await this.#enter(keys);
    const counters = sharedCounters();
    let outcome: Verdict = "undecided";
    try {
      if (counters) return await this.#attemptShared(counters, keys, work, verdict);
      const result = await work();
      outcome = verdict(result);
      return result;
    } finally {
      for (const [key, entry] of held) this.#leave(key, entry, outcome);
    }
  }

  async #attemptShared<T>(
    counters: Counters,
    keys: readonly AttemptKey[],
    work: () => Promise<T>,
    verdict: (result: T) => Verdict,
  ): Promise<T> {
    const { firstWaitMs, windowMs } = this.#limits;
    // The last is the widest network.
    const ledger = new Ledger(counters, firstWaitMs, keys.at(-1)?.name ?? "", this.#longestWait());
    const named = keys.map((key): LedgerKey => ({ windowMs, ...key, name: counterName(this.things, key.name) }));
    const entered = await ledger.enter(named);
    if (typeof entered === "number") throw tooMany(entered);
    let outcome: Verdict = "undecided";
    try {
      const result = await work();
      outcome = verdict(result);
      return result;
    } finally {
      // Others wait for its place.
      await holdingTurn(() => ledger.leave(named, entered, outcome));
    }
  }

  #longestWait(): number {
    return holdsTurn() ? this.#limits.waitInTurnMs : this.#limits.longestWaitMs;
  }

  async #enter(keys: readonly AttemptKey[]): Promise<(readonly [AttemptKey, Entry])[]> {
    const { mostInLine, firstWaitMs, now } = this.#limits;
    for (const latest = now() + this.#longestWait(); ;) {
      this.#refuseBlocked(keys);
      const held = keys.map((key) => [key, this.#hold(key)] as const);
      const full = held.find(([key, entry]) => entry.running > Math.max(1, key.most - entry.failures.length));
      if (!full) return held;
      for (const [key, entry] of held) this.#release(key, entry);
      const line = full[1].waiting;
      if (line.length >= mostInLine || now() > latest) throw tooMany(firstWaitMs);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, Math.max(1, latest - now() + 1)).unref();
        line.push(() => {
          clearTimeout(late);
          resolve();
        });
      });
    }
  }

  /** Makes no entries, so that blocked callers cannot fill the memory. */
  #refuseBlocked(keys: readonly AttemptKey[]): void {
    const now = this.#limits.now();
    const blocked = keys
      .flatMap((key) => this.#entries.find(key.name) ?? this.#recalled(key) ?? [])
      .filter((entry) => refuses(entry, now, entry.windowMs));
    for (const entry of blocked) block(entry, now, this.#limits.firstWaitMs, entry.windowMs);
    if (blocked.length === 0) return;
    for (const { name } of keys) this.#names.note(name);
    throw tooMany(Math.max(...blocked.map((entry) => entry.until - now)));
  }

  /** What the process before has counted under a key. */
  #recalled({ name, most, windowMs = this.#limits.windowMs }: AttemptKey): Entry | undefined {
    const failing = this.#names.recall(name) as Failing | undefined;
    if (!failing) return undefined;
    const { failures, waitMs, until } = failing;
    return Object.assign(this.#entries.open(name), { failures, waitMs, until, most, windowMs });
  }

  #counted(name: string): Counted | null {
    const entry = this.#entries.find(name);
    if (!entry) return null;
    const { failures, waitMs, until, windowMs } = entry;
    if (failures.length === 0 && waitMs === 0) return null;
    return {
      state: { failures, waitMs, until, running: {} },
      until: Math.max(until, ...failures.map((time) => time + windowMs)),
    };
  }

  #leave(key: AttemptKey, entry: Entry, outcome: Verdict): void {
    const now = this.#limits.now();
    if (outcome === "passed" && key.clears && this.#entries.isOwn(key.name, entry))
      Object.assign(entry, { failures: [], waitMs: 0, until: 0 });
    if (outcome === "failed") {
      entry.failures.push(now);
      if (entry.failures.length >= key.most) block(entry, now, this.#limits.firstWaitMs, entry.windowMs);
    }
    if (outcome !== "undecided") this.#names.note(key.name);
    const line = entry.waiting.splice(0);
    this.#release(key, entry);
    for (const wake of line) wake();
  }

  /** Counts a guess as running, in an entry without expired failures. */
  #hold(key: AttemptKey): Entry {
    const now = this.#limits.now();
    const entry = this.#entries.open(key.name);
    entry.most = key.most;
    entry.windowMs = key.windowMs ?? this.#limits.windowMs;
    forgetOld(entry, now, entry.windowMs);
    entry.running += 1;
    return entry;
  }

  #release(key: AttemptKey, entry: Entry): void {
    entry.running -= 1;
    if (entry.failures.length === 0 && entry.running === 0) this.#entries.delete(key.name, entry);
  }

  #recent({ failures, windowMs }: Entry, now: number): number[] {
    return failures.filter((time) => isRecent(time, now, windowMs));
  }

  /** Whether an entry refuses, would refuse after one more failure, or is in use. */
  #isNeeded(entry: Entry): boolean {
    const now = this.#limits.now();
    return (
      entry.running > 0 ||
      entry.waiting.length > 0 ||
      refuses(entry, now, entry.windowMs) ||
      this.#recent(entry, now).length >= entry.most
    );
  }
}

/** Failures for one subject from one network, and of one network, in the window. */
const [OF_SUBJECT, OF_ADDRESS] = [5, 20];

/** The counters of a guess: of subject and network together, and of the network over all subjects. */
export const attemptKeys = (subject: string, ip: string | null): AttemptKey[] =>
  networksOf(ip).flatMap(({ name, share }) => [
    { name: `${name} ${subject}`, most: OF_SUBJECT * share, clears: true },
    { name, most: OF_ADDRESS * share, clears: false },
  ]);

/** The same in a browser in which somebody has signed in to the account before: strangers at its address do not count. */
export const browserKeys = (subject: string, browser: string): AttemptKey[] => [
  { name: `browser ${browser} ${subject}`, most: OF_SUBJECT, clears: true },
];

/** Guesses at names, passwords and codes of accounts. */
export const loginAttempts = shared("login-attempts", () => new Limiter("sign-in"));

/** Guesses at the password of a protected post, sheet or category. */
export const unlockAttempts = shared("unlock-attempts", () => new Limiter("text"));

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Mails that one network can cause: three to one address, ten in all; in a day ten and fifty, after which each waits
 * longer. Networks do not use up each other's.
 */
export const mailKeys = (subject: string, ip: string | null): AttemptKey[] => [
  ...networksOf(ip, DAY_MS).flatMap(({ name, share }) => [
    { name: `${name} ${subject} in a day`, most: 10 * share, clears: false, windowMs: DAY_MS },
    { name: `${name} in a day`, most: 50 * share, clears: false, windowMs: DAY_MS },
  ]),
  ...networksOf(ip).flatMap(({ name, share }) => [
    { name: `${name} ${subject}`, most: 3 * share, clears: false },
    { name, most: 10 * share, clears: false },
  ]),
];

/** Mails that strangers ask for; each counts, whatever the result. */
export const mailAttempts = shared("mail-attempts", () => new Limiter("mail"));
