import { env } from "../core/env";

/** A header of a request, from either kind of headers. */
type Head = (name: string) => string | null | undefined;

/**
 * The entry of a list that the outermost of our own proxies wrote, or the first one where there are fewer; "" where there
 * is none. Read from the end, since earlier ones may be invented, and thousands of them cost more than all else of a
 * request.
 */
export function writtenByProxies(list: string): string {
  let [entry, end] = ["", list.length];
  for (let left = env.trustProxy; left > 0 && end > 0;) {
    const comma = list.lastIndexOf(",", end - 1);
    const found = list.slice(comma + 1, end).trim();
    end = comma;
    if (found === "") continue;
    entry = found;
    left -= 1;
  }
  return entry;
}

function forwarded(head: Head, name: string): string | undefined {
  const list = head(name);
  return list ? writtenByProxies(list).toLowerCase() || undefined : undefined;
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
