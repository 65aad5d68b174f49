import type { IncomingMessage } from "node:http";
import { visitor } from "../core/access";
import { getMovedAddress } from "../features/moving/addresses/queries";
import { oldPath } from "../features/moving/addresses/old-path";
import { pathOf } from "../features/redirects/following";
import { getRedirectFor } from "../features/redirects/reading";
import { countHit, countMissed } from "../features/redirects/traces";
import { networkOf } from "../services/limits/networks";
import { clientIp } from "./limits";
import { leadingTo } from "./page-policy";
import type { Whole } from "./sending";
import { isVisit } from "./visits";

/** Whether an address of the front page names a record of an old site, such as `/?p=12`. */
export const namesOldRecord = (url: string): boolean => url.startsWith("/?") && oldPath(url) !== null;

/** The answer for an address where nothing stands: a redirect, or that what was there is gone for good. */
type Instead = Whole | "gone";

/** Where the owner has redirected an address; null: nowhere. */
async function ownRedirect(url: string): Promise<Instead | null> {
  const led = await getRedirectFor(visitor, { path: url.split("?", 1)[0] ?? "" }).catch(() => null);
  if (led === null) return null;
  countHit(led.id);
  if (led.status === 410) return "gone";
  return leadingTo(led.target, led.status as 301 | 302 | 308, "no-cache");
}

/**
 * The redirect for an address of an old site; null without one. It leads only to what strangers may see, so that it tells
 * of nothing else.
 */
async function fromOldSite(url: string): Promise<Whole | null> {
  const path = oldPath(url);
  if (path === null) return null;
  const { movedTo } = await getMovedAddress(visitor, { path }).catch(() => ({ movedTo: null }));
  // A record whose old address is its present one, and which is not shown there.
  if (movedTo === null || oldPath(movedTo) === path) return null;
  return leadingTo(movedTo, 301, "no-cache");
}

/** What is answered in place of the page that says that nothing is there; null: that page. */
export const instead = async (url: string): Promise<Instead | null> =>
  (await ownRedirect(url)) ?? (await fromOldSite(url));

/** Notes an address that a person asked for and where nothing is, without its query. */
export function noteMissed(req: IncomingMessage, url: string): void {
  if (req.method !== "GET" || !isVisit(req.headers)) return;
  const path = pathOf(url);
  if (path !== null) countMissed(path, networkOf(clientIp(req) ?? null));
}
