import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { isIPv6 } from "node:net";

export type Found = { address: string; family: number };

/** Name servers instead of this machine's, and its list of names, for tests. */
export type Ways = { servers?: readonly string[]; list?: string };

/** Each of two tries waits for so many milliseconds, the second twice as long. */
const BOUNDS = { timeout: 2_000, tries: 2 };

/** The most addresses of a name: whether each may be reached takes a while, and a hostile name has thousands. */
const MOST_ADDRESSES = 64;

/** Names that no name server of the internet knows: those of this machine, and of printers and the like. */
const isOfThisNetwork = (name: string) => !name.includes(".") || name.endsWith(".local");

async function listed(name: string, list: string): Promise<Found[]> {
  const lines = (await readFile(list, "utf8").catch(() => "")).split("\n");
  return lines.flatMap((line) => {
    const [address = "", ...names] = (line.split("#", 1)[0] ?? "").trim().toLowerCase().split(/\s+/);
    return names.includes(name) ? [{ address, family: isIPv6(address) ? 6 : 4 }] : [];
  });
}

/** Whether this machine reaches others by IPv6. */
const hasIPv6 = () =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => /^[23][0-9a-f]{3}:/i.test(address)));

/**
 * The addresses of a name, the one to connect to first. The name servers are asked without the system's own call: of
 * those only two run at a time in a process, so that names whose servers never answer would keep all others waiting,
 * also that of the database's server.
 */
export async function addressesOf(
  host: string,
  signal: AbortSignal,
  { servers, list = "/etc/hosts" }: Ways = {},
): Promise<Found[]> {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (isOfThisNetwork(name)) return lookup(name, { all: true });
  const known = await listed(name, list);
  if (known.length > 0) return known;
  signal.throwIfAborted();
  const resolver = new Resolver(BOUNDS);
  if (servers) resolver.setServers(servers);
  const stop = () => resolver.cancel();
  signal.addEventListener("abort", stop);
  try {
    const [v4, v6] = await Promise.all([
      resolver.resolve4(name).catch(() => []),
      resolver.resolve6(name).catch(() => []),
    ]);
    const found = [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))];
    if (found.length > MOST_ADDRESSES) return [];
    return hasIPv6() ? found.toReversed() : found;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
