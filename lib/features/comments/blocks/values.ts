import { invalid } from "../../../core/errors";
import { networksAround, networkTyped } from "../../../services/limits/prefixes";
import type { BlockKind } from "./schema";

/** Hosts with more labels are not blocked by themselves, only by a host above them. */
const MOST_LABELS = 9;

const isHost = (text: string): boolean =>
  /^[^\s@/:.]{1,63}(?:\.[^\s@/:.]{1,63}){1,8}$/u.test(text) && !/\.\d+$/.test(text);

/** What somebody typed as blocked, in one spelling. */
export function blockTyped(typed: string): { kind: BlockKind; value: string } {
  const refuse = (code: string, message: string) => invalid("value", code, message);
  const network = networkTyped(typed);
  if (network === "too wide")
    throw refuse("too_wide", "This network is too wide: at least /8 of IPv4 addresses, /32 of IPv6 ones.");
  if (network) return { kind: network.isAddress ? "ADDRESS" : "NETWORK", value: network.value };
  const value = typed.toLowerCase();
  const [name = "", host, ...others] = value.split("@");
  if (host === undefined && isHost(value)) return { kind: "EMAIL_HOST", value };
  if (host !== undefined && others.length === 0 && isHost(host) && !/\s/.test(name))
    return name === "" ? { kind: "EMAIL_HOST", value: host } : { kind: "EMAIL", value };
  throw refuse("wrong_format", "Give an IP address, a network, an e-mail address, or a host of e-mail addresses.");
}

/** Every value by which an author may be blocked: networks around the address, the e-mail address, hosts above it. */
export function valuesOf({ ip, email }: { ip: string | null; email: string }): string[] {
  if (email === "") return networksAround(ip);
  const lowered = email.toLowerCase();
  const labels = (lowered.split("@").at(-1) ?? "").split(".");
  // From the shortest one, so that a host of any depth is found by those above it.
  const hosts = labels.slice(1, MOST_LABELS).map((_label, i) => labels.slice(-2 - i).join("."));
  return [...networksAround(ip), lowered, ...hosts];
}
