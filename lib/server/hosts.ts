import { isIP } from "node:net";
import type { IncomingHttpHeaders } from "node:http";
import { noteHost } from "../core/visited-hosts";
import { isVisit } from "./visits";

/** Characters of a name in the DNS. */
const MOST_NAME = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Whether this could be a site's name: not an IP address, which scanners and health checks use, and not this machine's
 * name.
 */
function isSiteName(host: string): boolean {
  const [name = "", port, ...more] = host.split(":");
  if (more.length > 0 || (port !== undefined && !/^\d{1,5}$/.test(port))) return false;
  const labels = name.split(".");
  if (name.length > MOST_NAME || isIP(name) !== 0 || labels.at(-1) === "localhost") return false;
  return labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "");
}

/** Whether a person seems to read a page: browsers send their languages, checks and scanners seldom do. */
const isReading = (headers: IncomingHttpHeaders): boolean =>
  headers.accept?.includes("text/html") === true &&
  headers["accept-language"] !== undefined &&
  (headers["sec-fetch-dest"] ?? "document") === "document" &&
  isVisit(headers);

/** Counts a visitor's use of a host that is not the site's. */
export function noteForeignHost(host: string, headers: IncomingHttpHeaders): void {
  if (isReading(headers) && isSiteName(host)) noteHost(host);
}
