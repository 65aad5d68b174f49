import type { IncomingMessage, RequestListener, Server } from "node:http";
import { isIP, type Socket } from "node:net";
import { env } from "../../core/env";
import { clientHeader } from "../../doors/client-header";
import { ownCookies } from "../../doors/own-cookies";
import { requestHost, writtenByProxies } from "../../doors/request-host";
import { isOwn } from "../addresses/own-requests";

/** Milliseconds in which nothing is sent or received, after which a connection ends: the client does not read the answer. */
const SILENT_MS = 120_000;

/** Timeouts that end slow or oversized requests, in milliseconds. */
export function setTimeouts(server: Server): void {
  server.headersTimeout = 10_000;
  // The longest body: 50 MiB over a line of 1 Mbit/s. The boundary gives others less.
  server.requestTimeout = 600_000;
  // Longer than the usual 60 s of reverse proxies, so that they close first.
  server.keepAliveTimeout = 65_000;
  // Node would leave out further lines unsaid, among them the one that a proxy adds: `faultInHeaders` refuses them.
  server.maxHeadersCount = 0;
  // Node would set a timer for each request, which costs a fiftieth of a kept page: `endSilent` sets those that are needed.
  server.timeout = 0;
  server.on("connection", (socket: Socket) => void socket.setTimeout(SILENT_MS));
}

/** Ends connections on which nothing happens while an answer is made or read. Most are sent at once, and need no timer. */
export const endSilent =
  (answer: RequestListener, silentMs = SILENT_MS): RequestListener =>
  (req, res) => {
    answer(req, res);
    if (!res.writableEnded || req.socket.writableLength > 0) req.socket.setTimeout(silentMs);
  };

/**
 * Options of the HTTP server: the most bytes of request headers, how often their time limit is checked, in milliseconds (Node's default: 30 s), and the bytes that wait in memory for a slow reader.
 * What names no host is refused here (`faultInHeaders`): Node would do so before anybody has counted what else was sent ahead,
 * and a few hundred connections that send thousands of such requests at once kept everybody waiting for two minutes.
 */
export const serverOptions = {
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 1_000,
  noDelay: true,
  requireHostHeader: false,
  highWaterMark: 16 * 1024,
};

/** The longest address in characters: the longest of ours leads back to a long one, encoded. */
const MOST_ADDRESS = 8_192;
/** The most names in a query. */
const MOST_QUERY = 200;
/** The most lines of headers. */
const MOST_HEADERS = 100;

/**
 * What is wrong with a request's headers as a whole, in a sentence; null where nothing is. More lines than are read are
 * refused, since a proxy's own may be among them; and so are two hosts, of which a proxy may have read the other one, none
 * where HTTP asks for one, and a body in chunks in HTTP/1.0, which knows none: a proxy may see another request begin in it.
 */
export function faultInHeaders(request: IncomingMessage): string | null {
  const { rawHeaders, httpVersion } = request;
  if (rawHeaders.length > 2 * MOST_HEADERS) return "This request has too many headers.";
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts === 0 && httpVersion === "1.1") return "This request names no host.";
  if (httpVersion === "1.0" && request.headers["transfer-encoding"] !== undefined)
    return "A request of HTTP/1.0 has no Transfer-Encoding.";
  return hosts > 1 ? "This request names more than one host." : null;
}

/** Whether an address is short enough to parse. */
export function isBounded(url: string): boolean {
  if (url.length > MOST_ADDRESS) return false;
  const mark = url.indexOf("?");
  return mark < 0 || url.slice(mark).split("&").length <= MOST_QUERY;
}

/** The last host that was found valid: nearly all requests name the same, and each of them is checked. */
let lastHost = "";

/** Whether a request names a host that an address may have, where it names one: the API makes its address with it. */
export function namesHost({ headers: { host = "" } }: Pick<IncomingMessage, "headers">): boolean {
  if (host === lastHost || host === "") return true;
  const isHost = URL.canParse(`http://${host}`);
  if (isHost) lastHost = host;
  return isHost;
}

/** Browsers' names are shorter, in characters. Whoever looks for programs among them takes quadratic time. */
export const LONGEST_USER_AGENT = 1_000;

/** A request as the framework gets it: with a name of its browser that is not longer, and with this site's cookies only. */
export function forFramework(req: IncomingMessage): IncomingMessage {
  const { "user-agent": name, cookie } = req.headers;
  if (name !== undefined && name.length > LONGEST_USER_AGENT)
    req.headers["user-agent"] = name.slice(0, LONGEST_USER_AGENT);
  if (cookie === undefined) return req;
  const own = ownCookies(cookie);
  if (own === "") delete req.headers.cookie;
  else req.headers.cookie = own;
  return req;
}

/** The address in an entry of `X-Forwarded-For`; some proxies add the port, which differs each time. */
function addressIn(entry: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** The caller by `X-Forwarded-For`, read as far as TRUST_PROXY trusts proxies; null without one. */
export function forwardedIp({ headers }: Pick<IncomingMessage, "headers">): string | null {
  const list = headers["x-forwarded-for"];
  return env.trustProxy === 0 || list === undefined ? null : addressIn(writtenByProxies(String(list)));
}

/** The same, otherwise the socket's address; for a request that the framework sends to this server itself, the first sender's. */
export const clientIp = (req: IncomingMessage): string | null =>
  isOwn(req) ? req.headers[clientHeader]?.toString() || null : (forwardedIp(req) ?? req.socket.remoteAddress ?? null);

/** The host that a browser asked for. */
export const hostOf = ({ headers }: IncomingMessage): string =>
  env.trustProxy === 0 ? (headers.host ?? "").toLowerCase() : requestHost((name) => headers[name]?.toString());

/**
 * Whether a form or action comes from this site's own pages. Browsers that send cookies send the origin, too; without
 * one it is refused.
 */
export function isOwnOrigin(req: IncomingMessage): boolean {
  const { origin, cookie } = req.headers;
  if (origin === undefined) return cookie === undefined || req.headers["sec-fetch-site"] === "same-origin";
  if (env.siteUrl) return origin === new URL(env.siteUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === hostOf(req);
}
