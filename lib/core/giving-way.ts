import { shared } from "./shared";

/**
 * The longest time that long work waits for answers, in milliseconds: without a bound it would never end on a busy
 * site.
 */
const LONGEST_MS = 100;

/** Answers that this process is making, and the work that waits until there are none. */
const answers = shared("answers in the making", () => ({ count: 0, waiting: new Set<() => void>() }));

/** Makes an answer; long work of the same thread gives way to it. */
export async function ahead<T>(make: () => Promise<T>): Promise<T> {
  answers.count += 1;
  try {
    return await make();
  } finally {
    answers.count -= 1;
    if (answers.count === 0) for (const goOn of answers.waiting) goOn();
  }
}

/**
 * Lets whoever waits for an answer go first, for work that takes minutes. An answer is made in many turns of the event
 * loop, and between any two of them such work would get one of its own.
 */
export async function giveWay(): Promise<void> {
  // Lets requests that have arrived begin.
  await new Promise((resolve) => setImmediate(resolve));
  if (answers.count === 0) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      answers.waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, LONGEST_MS);
    answers.waiting.add(goOn);
  });
}

/** Milliseconds of work between two turns for others. */
const LONGEST_TURN_MS = 8;

/** Called between pieces of long work: gives everything else of this thread a turn, where the work has had a long one. */
export function breathing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
