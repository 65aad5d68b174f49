/**
 * Has a proxy pass an answer on only as fast as its reader takes it. nginx would lay it down on its disk, whole for each
 * of hundreds who read nothing, and bounds of who reads at a time would see nothing of them.
 */
export const AT_READERS_PACE = { "X-Accel-Buffering": "no" };

/** Bytes of an answer that a proxy may take at once: about what nginx holds in memory. */
const SHORT = 64 * 1024;

/** The header for an answer of so many bytes, where it needs one. */
export const paceFor = (bytes: number): Partial<typeof AT_READERS_PACE> => (bytes > SHORT ? AT_READERS_PACE : {});
