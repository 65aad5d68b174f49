import { visitor } from "../core/access";
import { getMovedAddress } from "../features/moving/addresses/queries";
import { oldPath } from "../features/moving/addresses/old-path";
import { leadingTo } from "./page-policy";
import type { Whole } from "./sending";

/** Whether an address of the front page names a record of an old site, such as `/?p=12`. */
export const namesOldRecord = (url: string): boolean => url.startsWith("/?") && oldPath(url) !== null;

/**
 * The redirect for an address of an old site, where nothing of this site is; null without one. It leads only to what
 * strangers may see, so that it tells of nothing else.
 */
export async function movedFrom(url: string): Promise<Whole | null> {
  const path = oldPath(url);
  if (path === null) return null;
  const { movedTo } = await getMovedAddress(visitor, { path }).catch(() => ({ movedTo: null }));
  // A record whose old address is its present one, and which is not shown there.
  if (movedTo === null || oldPath(movedTo) === path) return null;
  return leadingTo(movedTo, 301, "no-cache");
}
