import { env } from "../core/env";

/** A header of a request, from either kind of headers. */
type Head = (name: string) => string | null | undefined;

/** The entry that the outermost of our own proxies wrote; earlier ones may be invented. */
function forwarded(head: Head, name: string): string | undefined {
  if (env.trustProxy === 0) return undefined;
  const entries = (head(name) ?? "")
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
