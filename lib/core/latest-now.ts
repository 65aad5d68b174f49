/** Milliseconds by which the clocks of servers may differ. */
const SKEW_MS = 3_600_000;

/** The latest that any server's clock shows now. What was noted for later than that was noted while a clock was wrong. */
export const latestNow = (now: Date): Date => new Date(now.getTime() + SKEW_MS);
