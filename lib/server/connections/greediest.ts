/**
 * The largest thing of the network that has the most of them, or the most in them. Of equally large ones the oldest: they
 * come the oldest first. Dropping the largest makes room at once, where the oldest may be a thousand that hold nothing.
 */
export function largestOfGreediest<T>(
  all: Iterable<T>,
  { networkOf, sizeOf = () => 1 }: { networkOf: (one: T) => string; sizeOf?: (one: T) => number },
): T | undefined {
  const byNetwork = new Map<string, { sum: number; largest: T; size: number }>();
  let most: { sum: number; largest: T } | undefined;
  for (const one of all) {
    const network = networkOf(one);
    const size = sizeOf(one);
    const own = byNetwork.get(network) ?? { sum: 0, largest: one, size };
    own.sum += size;
    if (size > own.size) Object.assign(own, { largest: one, size });
    byNetwork.set(network, own);
    if (most === undefined || own.sum > most.sum) most = own;
  }
  return most?.largest;
}
