import { isIPv6 } from "node:net";

/** A network, and how many times the allowance of one address it has: many people share a wide one. */
export type Network = { name: string; share: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The allowance of a /48 in /64s: it has 65,536 of them, and one customer may own it all. What is counted by the day is
 * mostly kept for good, and less of it fills a disk.
 */
const wideShareOf = (windowMs: number): number => (windowMs < DAY_MS ? 5 : 2);

/** The eight groups of an IPv6 address, normalised by the URL parser; null for others. */
export function groupsOf(ip: string): string[] | null {
  const bare = ip.split("%")[0] ?? "";
  if (!isIPv6(bare)) return null;
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => "0"), ...last];
}

/** The IPv4 address within an IPv6 one (`::ffff:0:0/96`), in any spelling. */
export function mappedIn(groups: string[]): string | null {
  if (groups.slice(0, 5).some((group) => group !== "0") || groups[5] !== "ffff") return null;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join(".");
}

/**
 * The networks of an address, narrowest first: an IPv4 address itself; of IPv6 the /64 of one line, and its /48.
 * `windowMs`: for how long is counted what they share.
 */
export function networksOf(ip: string | null, windowMs = 0): [Network, ...Network[]] {
  const groups = groupsOf(ip ?? "");
  if (!groups) return [{ name: ip ?? "unknown", share: 1 }];
  const mapped = mappedIn(groups);
  if (mapped !== null) return [{ name: mapped, share: 1 }];
  return [
    { name: `${groups.slice(0, 4).join(":")}::/64`, share: 1 },
    { name: `${groups.slice(0, 3).join(":")}::/48`, share: wideShareOf(windowMs) },
  ];
}

/** The narrowest network of an address. */
export const networkOf = (ip: string | null): string => networksOf(ip)[0].name;

/** The widest network of an address. */
export const widestNetworkOf = (ip: string | null): string => networksOf(ip).at(-1)?.name ?? "";
