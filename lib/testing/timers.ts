/** The longest that a timer can wait, in milliseconds; Node calls what is to wait longer at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Bounds the time of timers that are to wait longer than a timer can. */
export function boundTimers(): void {
  const set = globalThis.setTimeout;
  const bounded = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
    set(work, Math.min(ms ?? 0, LONGEST_MS), ...given);
  globalThis.setTimeout = Object.defineProperties(bounded, Object.getOwnPropertyDescriptors(set)) as typeof set;
}
