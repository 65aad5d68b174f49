import type { IncomingMessage } from "node:http";
import { visitor } from "../../core/access";
import { engine } from "../../core/operation";
import { anyCommit, remembered } from "../../core/remembered";
import { getMovedAddress } from "../../features/moving/addresses/queries";
import { oldPath } from "../../features/moving/addresses/old-path";
import { pathOf } from "../../features/redirects/following";
import { getRedirectFor } from "../../features/redirects/reading";
import { countHit, countMissed } from "../../features/redirects/traces";
import { untilPublication } from "../../features/visibility/queries";
import { networkOf } from "../../services/limits/networks";
import { recent } from "../../services/limits/recent";
import { withoutSlashAtEnd } from "../../text/address-parts";
import { isPublicPage } from "../addresses/addresses";
import { clientIp } from "../connections/limits";
import { leadingTo } from "./page-policy";
import type { Whole } from "./sending";
import { isVisit } from "./visits";

/** Whether an address of the front page names a record of an old site, such as `/?p=12`. */
export const namesOldRecord = (url: string): boolean => url.startsWith("/?") && oldPath(url) !== null;

/** An address without slashes at the end of its path, which those of many old sites have and none here has. */
export function withoutSlash(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path === "/" ? url : withoutSlashAtEnd(path) + url.slice(path.length);
}

/** What is answered in place of a page: a redirect, or that what was there is gone for good. */
type Instead = Whole | "gone";

/** Where the owner has redirected an address; null: nowhere. */
async function ownRedirect(url: string): Promise<Instead | null> {
  const led = await getRedirectFor(visitor, { path: url.split("?", 1)[0] ?? "" });
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
  const { movedTo } = await getMovedAddress(visitor, { path });
  // A record whose old address is its present one, and which is not shown there.
  if (movedTo === null || oldPath(movedTo) === path) return null;
  return leadingTo(movedTo, 301, "no-cache");
}

/** The most addresses of which it is remembered that they lead nowhere, and the longest of them in characters. */
const [MOST_NOWHERE, LONGEST_NOWHERE] = [2_000, 300];
/** For how many milliseconds: an import on another server adds old addresses without saying so. */
const NOWHERE_MS = 10_000;

/** Addresses that lead nowhere, until anything changes here: many ask again and again for what is not there. */
const leadingNowhere = () =>
  remembered(
    engine().reader,
    "addresses that lead nowhere",
    { cacheKeys: [anyCommit], until: untilPublication },
    async () => recent<true>(MOST_NOWHERE, { ttl: NOWHERE_MS }),
  );

/** Does what asks the database in the turn of whoever sent the request. */
type InTurn = <T>(ask: () => Promise<T>) => Promise<T>;

/** What is answered in place of a page of this status; null: that page. */
export async function instead(url: string, status: number, inTurn: InTurn): Promise<Instead | null> {
  // Undefined where the database does not answer: the page is shown, and nothing is remembered.
  const lookUp = (find: () => Promise<Instead | null>) => inTurn(() => find().catch(() => undefined));
  if (status === 404) {
    const nowhere = await leadingNowhere();
    if (nowhere.has(url)) return null;
    const found = await lookUp(async () => (await ownRedirect(url)) ?? fromOldSite(url));
    if (found === null && url.length <= LONGEST_NOWHERE) nowhere.set(url, true);
    return found ?? null;
  }
  if (status === 200) return withoutSlash(url) === url ? null : leadingTo(withoutSlash(url), 308, "no-cache");
  // Posts are found below any year and month for now; what stood there at an old site is known for good.
  if (status !== 307 || !isPublicPage(url.split("?", 1)[0] ?? "/")) return null;
  return (await lookUp(() => fromOldSite(url))) ?? null;
}

/** Notes an address that a person asked for and where nothing is, without its query. */
export function noteMissed(req: IncomingMessage, url: string): void {
  if (req.method !== "GET" || !isVisit(req.headers)) return;
  const path = pathOf(url);
  if (path !== null) countMissed(path, networkOf(clientIp(req) ?? null));
}
