import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import type { Subject } from "../core/cache-keys";
import { countUp } from "../features/writing/counters";

/** Recent user agents and whether they are programs; the test costs more than the page. */
const known = new LRUCache<string, boolean>({ max: 2000 });

function isProgram(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === "") return true;
  let is = known.get(userAgent);
  if (is === undefined) known.set(userAgent, (is = isbot(userAgent)));
  return is;
}

/**
 * Whether a browser only looked ahead. A page it renders ahead is one whose link was pressed already
 * (lib/core/page-scripts.ts), and showing it sends no second request: that is a visit.
 */
const isLookAhead = (headers: IncomingHttpHeaders) =>
  (headers["sec-purpose"] !== undefined && !headers["sec-purpose"].includes("prerender")) ||
  headers.purpose === "prefetch";

/** Whether somebody looks at what is sent: no program asked, and no browser that only looks ahead. */
export const isVisit = (headers: IncomingHttpHeaders): boolean =>
  !isLookAhead(headers) && !isProgram(headers["user-agent"]);

/** Counts one delivery of a record as a visit, unless a program asked or a browser only looked ahead. */
export function countVisit(subject: Subject, headers: IncomingHttpHeaders): void {
  if (isVisit(headers)) countUp(subject, "visits");
}
