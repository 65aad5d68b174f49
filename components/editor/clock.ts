/** Time for the autosave, in milliseconds; tests pass their own. */
export type Clock = { now: () => number; after: (delay: number, run: () => void) => () => void };

export const realClock: Clock = {
  now: Date.now,
  after: (delay, run) => {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};
