import { existsSync, readFileSync } from "node:fs";

/** Milliseconds of `counting` and of `wandering` where the limits in the tests were set. */
const [USUAL_COUNTING_MS, USUAL_WANDERING_MS] = [4, 2.2];

/** Where Linux says for how many nanoseconds this thread has run. */
const OF_THREAD = "/proc/thread-self/schedstat";

/** A fixed piece of work for the processor. */
function counting(): number {
  let sum = 0;
  for (let i = 0; i < 3_000_000; i += 1) sum = (Math.imul(sum, 31) + i) | 0;
  return sum;
}

/** 16 MB in which each place names another far away, and all are one circle. */
const places = Int32Array.from({ length: 2 ** 22 }, (_, i) => (i * 1_103_515_245 + 12_345) % 2 ** 22);

/** A fixed piece of work for the memory: each step needs what the last one read. */
function wandering(): number {
  let at = 0;
  for (let i = 0; i < 20_000; i += 1) at = places[at] ?? 0;
  return at;
}

function processorMs<T>(work: () => T): { result: T; ms: number } {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return { result, ms: (user + system) / 1000 };
}

// The first times they run before they are compiled.
counting();
wandering();

/**
 * How many times slower than usual this machine is now, and at least 1: shared processors differ tenfold within minutes,
 * and what others do to a cache that is shared slows programs down whose loops take their usual time.
 */
export function slowness(): number {
  const [count, wander] = [processorMs(counting).ms, processorMs(wandering).ms];
  return Math.max(1, count / USUAL_COUNTING_MS, wander / USUAL_WANDERING_MS);
}

/** The result of some work, and its milliseconds of processor time on a machine of the usual speed. */
export function costOf<T>(work: () => T): { result: T; cost: number } {
  const before = slowness();
  const { result, ms } = processorMs(work);
  return { result, cost: ms / Math.max(before, slowness()) };
}

/** The same of work that waits; nothing else may run meanwhile. */
export async function costOfWaiting<T>(work: () => Promise<T>): Promise<{ result: T; cost: number }> {
  const before = slowness();
  const begun = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(begun);
  return { result, cost: (user + system) / 1000 / Math.max(before, slowness()) };
}

const ranFor = () => Number(readFileSync(OF_THREAD, "utf8").split(" ")[0]) / 1e6;

/** The same of the calling thread alone, which everybody else waits for, where the system tells threads apart. */
export async function costHere<T>(work: () => Promise<T>): Promise<{ result: T; cost: number }> {
  if (!existsSync(OF_THREAD)) return costOfWaiting(work);
  const before = slowness();
  const begun = ranFor();
  const result = await work();
  return { result, cost: (ranFor() - begun) / Math.max(before, slowness()) };
}

/** The same of the longest turn of the event loop, after which others are answered. */
export async function costOfLongestTurn<T>(work: () => Promise<T>): Promise<{ result: T; cost: number }> {
  if (!existsSync(OF_THREAD)) return costOfWaiting(work);
  const before = slowness();
  let [longest, since, isDone] = [0, ranFor(), false];
  const turn = () => {
    const now = ranFor();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work().finally(() => (isDone = true));
  turn();
  return { result, cost: longest / Math.max(before, slowness()) };
}
