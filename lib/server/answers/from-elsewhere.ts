import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { AppError } from "../../core/errors";
import { isOfApi, isPublicPage } from "../addresses/addresses";

/**
 * Cuts the window of what is personal off from the page of another site that opened it, whatever the answer will be. By a
 * window that stays or goes, and by how long that takes, that page would learn who is signed in here and what they find.
 */
export function keepApart(res: ServerResponse, path: string): void {
  if (isPublicPage(path) || isOfApi(path)) return;
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
}

/**
 * Refuses a file to whom a page of another site leads to it: the browser would store it, which no policy keeps from that
 * page. Without encryption no browser says who asks.
 */
export function refuseFromElsewhere({ headers }: { headers: IncomingHttpHeaders }): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new AppError("forbidden", "This was asked for by another site.");
}
