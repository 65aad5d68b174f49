import { collectReads, type CacheKey } from "../../core/cache-keys";
import { isPlainAsked, NOWHERE, SEARCHED_TOO_OFTEN } from "../addresses/addresses";
import { requireMade } from "./cut-off";
import { ownerCode, ownerCodeKeys } from "../answers/owner-code";
import type { Answer, Encoding, Making, PageCache } from "./page-cache";
import { packer } from "./packing";
import { finished, viewOf } from "../answers/pages";
import { isUnsaid, type NextHandler, renderForNobody } from "../answers/render";
import { noteLength } from "./shares";
import { mayStand } from "../addresses/standing";

/** The page that says that nothing is at an address, with the owner's code or without it. */
export const nowhereFor = (url: string): string => (isPlainAsked(url) ? `${NOWHERE}?plain=` : NOWHERE);

const isNowhere = (url: string) => url.split("?", 1)[0] === NOWHERE;

/** Makes public pages, once for everybody with the same colours. */
export function keptPages({ cache, next }: { cache: PageCache; next: NextHandler }) {
  /** The one page for all addresses without content, kept for each until something is there or the page changes. */
  async function missing(nowhere: string, cacheKeys: ReadonlySet<CacheKey>, scheme: string): Promise<Making> {
    await keptPage(nowhere, "identity", scheme);
    const shown = cache.cacheKeysOf(scheme + nowhere);
    return {
      answer: (encoding) => keptPage(nowhere, encoding, scheme),
      cacheKeys: new Set([...cacheKeys, ...(shown ?? [])]),
      cacheable: cacheKeys.size > 0 && shown !== undefined,
    };
  }

  /** A public page as it is kept; without the owner's code where its address asks for that. */
  async function makePage(url: string, scheme: string): Promise<Making> {
    const { result: page, scope } = await collectReads(async ({ answers }) =>
      isNowhere(url) || (await mayStand(url, answers)) ? renderForNobody(next, url, scheme) : null,
    );
    requireMade(scope, (page?.status ?? 0) >= 500);
    noteLength(url, page?.body.byteLength ?? 0);
    if (page === null || (!isNowhere(url) && isUnsaid(page))) return missing(nowhereFor(url), scope.cacheKeys, scheme);
    const cacheable =
      (page.status === 200 || page.status === 404) &&
      !page.headers.some(([name]) => name === "set-cookie") &&
      scope.cacheKeys.size > 0 &&
      !scope.isPersonal;
    const code = isPlainAsked(url) ? null : await ownerCode();
    return {
      answer: packer({ ...(await finished(page, cacheable, code)), viewOf: viewOf(page, scope) }),
      cacheKeys: new Set([...scope.cacheKeys, ...ownerCodeKeys]),
      cacheable,
    };
  }

  const keptPage = (url: string, encoding: Encoding, scheme: string): Promise<Answer> =>
    cache.get(scheme + url, encoding, () => makePage(url, scheme));

  /** The page that says that nothing is at an address, for one whose owner says that it is gone for good. */
  const gonePage = async (url: string, encoding: Encoding, scheme: string): Promise<Answer> => ({
    ...(await keptPage(nowhereFor(url), encoding, scheme)),
    status: 410,
    viewOf: null,
  });

  /** The page about too many searches, kept like others: refusing must cost less than searching. */
  async function busyPage(encoding: Encoding, scheme: string, retryAfter: number): Promise<Answer> {
    const made = await keptPage(SEARCHED_TOO_OFTEN, encoding, scheme);
    const headers = [...made.headers, "Retry-After", String(retryAfter)];
    return { ...made, status: 429, viewOf: null, headers };
  }

  return { makePage, keptPage, gonePage, busyPage };
}
