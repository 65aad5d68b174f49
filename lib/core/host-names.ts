import { isIP } from "node:net";

/** Characters of a name in the DNS. */
const MOST_NAME = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Whether this could be a site's name: not an IP address, which scanners and health checks use, and not this machine's
 * name.
 */
export function isSiteName(host: string): boolean {
  const [name = "", port, ...more] = host.split(":");
  if (more.length > 0 || (port !== undefined && !/^\d{1,5}$/.test(port))) return false;
  const labels = name.split(".");
  if (name.length > MOST_NAME || isIP(name) !== 0 || labels.at(-1) === "localhost") return false;
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

/** The name of a site as people say it: without "www." and port, in lower case; null where it is none. */
export function spokenName(host: string): string | null {
  const lower = host.toLowerCase();
  if (!isSiteName(lower)) return null;
  const [name = ""] = lower.split(":");
  return name.startsWith("www.") && isSiteName(name.slice(4)) ? name.slice(4) : name;
}
