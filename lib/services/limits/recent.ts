import { LRUCache } from "lru-cache";

/**
 * Keeps the `most` entries that were used last, each for `ttl` milliseconds where that is given. The bound is told as a
 * size: for a count, the library takes the room of all entries at once, several megabytes before anybody came. It would
 * ask for the time once a millisecond only, and set a timer for that; a test that moves the clock met the time before.
 */
export const recent = <V extends object | number | boolean>(
  most: number,
  options: { ttl?: number; noUpdateTTL?: boolean } = {},
): LRUCache<string, V> =>
  new LRUCache<string, V>({ maxSize: most, sizeCalculation: () => 1, ttlResolution: 0, ...options });
