import type { Round } from "../../core/supervisor";

/** Milliseconds between two looks, and those by which a clock is put right all the time. */
const [LOOK_MS, UNNOTICED_MS] = [5_000, 1_000];

/**
 * Says when this machine's clock was set, such as after a start with a wrong one: what is kept may show what is planned
 * for later by now, or hide what is due.
 */
export function clockWatch(wasSet: () => void, now = () => Date.now()): Round {
  const offset = () => now() - performance.now();
  let known = offset();
  return async () => {
    const present = offset();
    if (Math.abs(present - known) > UNNOTICED_MS) {
      known = present;
      wasSet();
    }
    return LOOK_MS;
  };
}
