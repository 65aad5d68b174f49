import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Counted, Counters } from "../../core/counters";
import { sign } from "../../core/secrets";

/** Names of counters say nothing about whom they count. */
export const counterName = (things: string, name: string): string => sign("counters", `${things} ${name}`);

/** Failures at one secret, and how long it refuses. */
export type Failing = { failures: number[]; waitMs: number; until: number };

/** Whether a time lies in the window before now. One after now is of a clock that was set back since, and does not count. */
export const isRecent = (time: number, now: number, windowMs: number): boolean => time > now - windowMs && time <= now;

/** Whether somebody is refused now; never for longer than the window, whatever the clock was when it began. */
export const refuses = ({ until }: Pick<Failing, "until">, now: number, windowMs: number): boolean =>
  now < until && until - now <= windowMs;

/** Refuses for the first wait, then for twice as long each time, up to the window. */
export function block(entry: Failing, now: number, firstWaitMs: number, windowMs: number): void {
  entry.waitMs = Math.min(entry.waitMs === 0 ? firstWaitMs : entry.waitMs * 2, windowMs);
  entry.until = now + entry.waitMs;
}

/** Forgets failures before the window, and the length of a wait that is over. */
export function forgetOld(entry: Failing, now: number, windowMs: number): void {
  entry.failures = entry.failures.filter((time) => isRecent(time, now, windowMs));
  if (entry.failures.length === 0 && !refuses(entry, now, windowMs)) entry.waitMs = 0;
}

/** A counter of guesses with its bounds, under its shared name. */
export type LedgerKey = { name: string; most: number; clears: boolean; windowMs: number };

/** The same with the guesses that are being checked, on any server, and until when they count. */
type Guessing = Failing & { running: Record<string, number> };

/** Milliseconds after which a guess counts as failed of which nobody has said what became of it. */
const LONGEST_GUESS_MS = 30_000;
/**
 * Milliseconds until a guess that waits for others looks again, each time twice as long up to the longest, so that a
 * crowd that waits does not keep the database busy with looking; and after which it gives up.
 */
const LOOK_MS = { first: 40, longest: 1_000 };
const LONGEST_WAIT_MS = 10_000;

/**
 * Counts those guesses as failed whose outcome never came: their server is gone, or whoever made them has filled the
 * line in which it waited, and would have any number of guesses that nobody counts.
 */
function endLost(entry: Guessing, { most, windowMs }: LedgerKey, now: number, firstWaitMs: number): void {
  const lost = Object.entries(entry.running).filter(([, until]) => until <= now);
  if (lost.length === 0) return;
  for (const [id, until] of lost) {
    delete entry.running[id];
    entry.failures.push(until - LONGEST_GUESS_MS);
  }
  entry.failures.sort((one, other) => one - other);
  if (entry.failures.length >= most && !refuses(entry, now, windowMs)) block(entry, now, firstWaitMs, windowMs);
}

/** Guesses that all servers count together, each before it is checked. */
export class Ledger {
  /** `asker`: who guesses; `longestWaitMs`: for how long they wait for other guesses. */
  constructor(
    private readonly counters: Counters,
    private readonly firstWaitMs: number,
    private readonly asker?: string,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {}

  /** Changes the counters of these keys, from which what is over has been taken. */
  #change<T>(
    keys: readonly LedgerKey[],
    work: (entries: { key: LedgerKey; entry: Guessing }[], now: number) => { answer: T; isChanged: boolean },
  ): Promise<T> {
    return this.counters.change(
      keys.map(({ name }) => name),
      (states, now) => {
        const entries = keys.map((key) => {
          const none: Guessing = { failures: [], waitMs: 0, until: 0, running: {} };
          const entry = (states.get(key.name) as Guessing | undefined) ?? none;
          endLost(entry, key, now, this.firstWaitMs);
          forgetOld(entry, now, key.windowMs);
          return { key, entry };
        });
        const { answer, isChanged } = work(entries, now);
        const changed = entries.map(({ key, entry }): [string, Counted | null] => {
          const { failures, until, running } = entry;
          const times = [...failures.slice(-1), ...Object.values(running)];
          const end = Math.max(until, ...times.map((time) => time + key.windowMs));
          const isUsed = failures.length > 0 || until > now || Object.keys(running).length > 0;
          return [key.name, isUsed ? { state: entry, until: end } : null];
        });
        return { answer, changed: new Map(isChanged ? changed : []) };
      },
      this.asker,
    );
  }

  /** Counts a guess as being checked. Returns its name, or the milliseconds that it is refused for. */
  async enter(keys: readonly LedgerKey[]): Promise<string | number> {
    const id = randomUUID();
    let lookMs = LOOK_MS.first;
    for (const begun = Date.now(); ;) {
      const found = await this.#change<"in" | "full" | number>(keys, (entries, now) => {
        const blocked = entries.filter(({ key, entry }) => refuses(entry, now, key.windowMs));
        for (const { key, entry } of blocked) block(entry, now, this.firstWaitMs, key.windowMs);
        if (blocked.length > 0)
          return { answer: Math.max(...blocked.map(({ entry }) => entry.until - now)), isChanged: true };
        const isFull = ({ key, entry }: (typeof entries)[number]) =>
          Object.keys(entry.running).length >= Math.max(1, key.most - entry.failures.length);
        if (entries.some(isFull)) return { answer: "full", isChanged: false };
        for (const { entry } of entries) entry.running[id] = now + LONGEST_GUESS_MS;
        return { answer: "in", isChanged: true };
      });
      if (found === "in") return id;
      if (found !== "full") return found;
      if (Date.now() - begun > this.longestWaitMs) return this.firstWaitMs;
      await pause(lookMs * (0.5 + Math.random()));
      lookMs = Math.min(2 * lookMs, LOOK_MS.longest);
    }
  }

  /** Notes what became of it. */
  leave(keys: readonly LedgerKey[], id: string, outcome: "passed" | "failed" | "undecided"): Promise<void> {
    return this.#change(keys, (entries, now) => {
      for (const { key, entry } of entries) {
        const isLost = entry.running[id] === undefined;
        delete entry.running[id];
        if (outcome === "passed" && key.clears) Object.assign(entry, { failures: [], waitMs: 0, until: 0 });
        // A lost one has failed already.
        if (outcome !== "failed" || isLost) continue;
        entry.failures.push(now);
        if (entry.failures.length >= key.most) block(entry, now, this.firstWaitMs, key.windowMs);
      }
      return { answer: undefined, isChanged: true };
    });
  }
}
