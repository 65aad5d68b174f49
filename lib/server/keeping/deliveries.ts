import type { IncomingMessage } from "node:http";
import { noteForeignHost } from "../addresses/hosts";
import { hostOf } from "../connections/limits";
import type { Answer } from "./page-cache";
import { countView, isVisit } from "../answers/visits";

/** Counts a page that was sent to a person: as a view, and the host where it is not the site's. */
export function noteDelivery(req: IncomingMessage, { viewOf }: Answer, siteHost: string): void {
  const { headers } = req;
  if (viewOf === null || !isVisit(headers)) return;
  countView(viewOf, headers, siteHost);
  const host = hostOf(req);
  if (host !== siteHost) noteForeignHost(host, headers);
}
