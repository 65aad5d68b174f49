import { env } from "../core/env";

/** A header of a request, from either kind of headers. */
type Head = (name: string) => string | null | undefined;

/** The entry that the outermost of our own proxies wrote; earlier ones may be invented. */
function forwarded(head: Head, name: string): string | undefined {
  const value = env.trustProxy === 0 ? undefined : head(name);
  if (!value) return undefined;
  const entries = value
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  return entries.at(-env.trustProxy) ?? entries[0];
}

/** The host, with its port, that a browser asked for. */
export const requestHost = (head: Head): string =>
  forwarded(head, "x-forwarded-host") ?? (head("host") ?? "").toLowerCase();

/** Whether a browser certainly came without encryption; only our own proxies can say so. */
export const isPlainHttp = (head: Head): boolean => forwarded(head, "x-forwarded-proto") === "http";

/** The address a browser asked for, as far as can be told: a proxy says whether it came with encryption. "" where the host is none. */
export function requestOrigin(head: Head): string {
  const address = `${forwarded(head, "x-forwarded-proto") === "https" ? "https" : "http"}://${requestHost(head)}`;
  const isHost = URL.canParse(address) && new URL(address).href === `${new URL(address).origin}/`;
  return isHost ? new URL(address).origin : "";
}
