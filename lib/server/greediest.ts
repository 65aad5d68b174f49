/** The oldest thing of the network that has the most of them, or the most in them; they come the oldest first. */
export function oldestOfGreediest<T>(
  all: Iterable<T>,
  { networkOf, sizeOf = () => 1 }: { networkOf: (one: T) => string; sizeOf?: (one: T) => number },
): T | undefined {
  const byNetwork = new Map<string, { size: number; oldest: T }>();
  let most: { size: number; oldest: T } | undefined;
  for (const one of all) {
    const network = networkOf(one);
    const own = byNetwork.get(network) ?? { size: 0, oldest: one };
    own.size += sizeOf(one);
    byNetwork.set(network, own);
    if (most === undefined || own.size > most.size) most = own;
  }
  return most?.oldest;
}
