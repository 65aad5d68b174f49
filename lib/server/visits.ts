import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import type { Subject } from "../core/cache-keys";
import { countUp } from "../features/writing/counters";

/** Recent user agents and whether they are programs; the check costs more than the page. */
const known = new LRUCache<string, boolean>({ max: 2000 });

function isProgram(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === "") return true;
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

/** Counts one delivery of a record as a visit, unless it went to a program or a prefetching browser. */
export function countVisit(subject: Subject, headers: IncomingHttpHeaders): void {
  if (isVisit(headers)) countUp(subject, "visits");
}
