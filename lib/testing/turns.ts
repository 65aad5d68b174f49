import { vi } from "vitest";

/**
 * How many turns of the event loop others have while this is done. Each look at the clock is ten milliseconds after the one
 * before, so that work which gives turns by time gives one wherever it can, however fast the machine is.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  try {
    await work();
  } finally {
    isOver = true;
    clock.mockRestore();
  }
  return turns;
}
