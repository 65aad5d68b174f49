import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import type { Viewed } from "../../core/cache-keys";
import { recent } from "../../services/limits/recent";
import { countPage, countReferrer, countUp } from "../../features/writing/counters";
import { LONGEST_USER_AGENT } from "../connections/limits";

/** Recent user agents and whether they are programs; the check costs more than the page. */
const known = recent<boolean>(2_000);

function isProgram(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === "" || userAgent.length >= LONGEST_USER_AGENT) return true;
  let is = known.get(userAgent);
  if (is === undefined) known.set(userAgent, (is = isbot(userAgent)));
  return is;
}

/**
 * Whether a browser only prefetches. A page that it prerenders counts as a visit: its link was pressed already
 * (lib/core/page-scripts.ts), and showing it sends no second request.
 */
const isLookAhead = (headers: IncomingHttpHeaders) =>
  (headers["sec-purpose"] !== undefined && !headers["sec-purpose"].includes("prerender")) ||
  headers.purpose === "prefetch";

/** Whether a person sees the answer: the sender is neither a program nor a prefetching browser. */
export const isVisit = (headers: IncomingHttpHeaders): boolean =>
  !isLookAhead(headers) && !isProgram(headers["user-agent"]);

/** The host of the page that led here, as it was sent; null where none is named, or one of these hosts. */
export function referrerOf({ referer, host }: IncomingHttpHeaders, siteHost: string): string | null {
  if (referer === undefined) return null;
  const begin = referer.indexOf("://") + 3;
  // "http" or "https"; other schemes are no pages of a host.
  if (begin < 7 || begin > 8) return null;
  const end = referer.indexOf("/", begin);
  const from = end < 0 ? referer.slice(begin) : referer.slice(begin, end);
  if (from === host || from === siteHost) return null;
  // An address without a path may have a query right after its host.
  const [outer = ""] = from.split(/[?#\\]/, 1);
  return outer === "" || outer === host || outer === siteHost ? null : outer;
}

/** Counts one delivery of a page to a person as a view. */
export function countView(viewed: Viewed, headers: IncomingHttpHeaders, siteHost: string): void {
  if (viewed === "site") countPage();
  else countUp(viewed, "visits");
  const from = referrerOf(headers, siteHost);
  if (from !== null) countReferrer(from);
}
