import { isIPv4 } from "node:net";
import { groupsOf, mappedIn } from "./networks";

/** The widest networks that may be named, and the narrowest: one IPv6 line has a /64. */
const lengths = { 4: { least: 8, most: 32 }, 6: { least: 32, most: 64 } } as const;

type Address = { family: 4 | 6; parts: number[] };
const bitsIn = { 4: 8, 6: 16 } as const;
const partsIn = { 4: 4, 6: 8 } as const;

/** An address as numbers: four bytes, or eight groups; an IPv4 address within an IPv6 one is that IPv4 address. */
function addressOf(ip: string): Address | null {
  const groups = groupsOf(ip);
  const bare = groups ? mappedIn(groups) : ip;
  if (bare === null) return { family: 6, parts: (groups ?? []).map((group) => Number.parseInt(group, 16)) };
  return isIPv4(bare) ? { family: 4, parts: bare.split(".").map(Number) } : null;
}

/** The network of so many bits that an address is in: one spelling for all of its addresses. */
function networkIn({ family, parts }: Address, length: number): string {
  const size = bitsIn[family];
  const kept = parts.map((part, i) => {
    const free = Math.min(size, Math.max(0, (i + 1) * size - length));
    return (part >> free) << free;
  });
  if (family === 4) return length === lengths[4].most ? kept.join(".") : `${kept.join(".")}/${length}`;
  const groups = kept.slice(0, Math.ceil(length / size)).map((group) => group.toString(16));
  return `${groups.join(":")}::/${length}`;
}

/** Every network that an address is in, the narrowest first; none for what is not an address. */
export function networksAround(ip: string | null): string[] {
  const address = ip === null ? null : addressOf(ip.split("%")[0] ?? "");
  if (!address) return [];
  const { least, most } = lengths[address.family];
  return Array.from({ length: most - least + 1 }, (_, i) => networkIn(address, most - i));
}

/**
 * A network as it was typed: an address, or one with a length (`192.0.2.0/24`), in its one spelling. An IPv6 address
 * stands for its line's /64. Null for anything else, `too wide` where it would hold a great part of all addresses.
 */
export function networkTyped(typed: string): { value: string; isAddress: boolean } | "too wide" | null {
  const [, ip = "", suffix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(typed) ?? [];
  const mapped = groupsOf(ip);
  const address = addressOf(ip);
  if (!address || ip.includes("%")) return null;
  const { least, most } = lengths[address.family];
  const bits = partsIn[address.family] * bitsIn[address.family];
  // An IPv4 network in IPv6 spelling counts the 96 bits before it.
  const before = address.family === 4 && mapped ? 96 : 0;
  const length = suffix === undefined ? bits : Number(suffix) - before;
  if (length > bits) return null;
  if (length < least) return "too wide";
  return {
    value: networkIn(address, Math.min(length, most)),
    isAddress: address.family === 4 && length === most,
  };
}
