import type { IncomingMessage, Server } from "node:http";
import { env } from "../core/env";

/** Slow or oversized requests end before they cost anything. Milliseconds. */
export function setTimeouts(server: Server): void {
  server.headersTimeout = 10_000;
  // The longest body: 50 MiB over a line of 1 Mbit/s. Other bodies have BODY_MS.
  server.requestTimeout = 600_000;
  // Longer than the usual 60 s of reverse proxies, so that it is they who let go.
  server.keepAliveTimeout = 65_000;
  server.maxHeadersCount = 100;
}

/** How long a body that is no form with files may take. Milliseconds. */
const BODY_MS = 60_000;

/** Ends a request whose body is not there in time. */
export function limitBody(req: IncomingMessage): void {
  if (/^multipart\//i.test(req.headers["content-type"] ?? "")) return;
  const timer = setTimeout(() => req.destroy(), BODY_MS);
  for (const event of ["end", "close"]) req.once(event, () => clearTimeout(timer));
}

/** Bytes of request headers. */
export const MAX_HEADER_SIZE = 16 * 1024;

/** Whose request it is: the socket's address, or as far into `X-Forwarded-For` as TRUST_PROXY says proxies are ours. */
export function clientIp(req: IncomingMessage): string | null {
  const direct = req.socket.remoteAddress ?? null;
  if (env.trustProxy === 0) return direct;
  const forwarded = String(req.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  return forwarded.at(-env.trustProxy) ?? forwarded[0] ?? direct;
}

/** Whether a form or action comes from this site's own pages. A browser that sends cookies says where from; what does not say is refused. */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const { origin, cookie, host } = req.headers;
  if (origin === undefined) return cookie === undefined || req.headers["sec-fetch-site"] === "same-origin";
  if (env.siteUrl) return origin === new URL(env.siteUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
