import type { IncomingHttpHeaders } from "node:http";
import { isSiteName } from "../../core/host-names";
import { noteHost } from "../../core/visited-hosts";
import { recent } from "../../services/limits/recent";

/** Whether a person seems to read a page: browsers send their languages, checks and scanners seldom do. */
const isReading = (headers: IncomingHttpHeaders): boolean =>
  headers.accept?.includes("text/html") === true &&
  headers["accept-language"] !== undefined &&
  (headers["sec-fetch-dest"] ?? "document") === "document";

/** Recent hosts and whether they are names of sites; the check costs more than all else that is noted. */
const judged = recent<boolean>(100);

function isJudgedSiteName(host: string): boolean {
  let is = judged.get(host);
  if (is === undefined) judged.set(host, (is = isSiteName(host)));
  return is;
}

/** Counts a visitor's use of a host that is not the site's. */
export function noteForeignHost(host: string, headers: IncomingHttpHeaders): void {
  if (isReading(headers) && isJudgedSiteName(host)) noteHost(host);
}
