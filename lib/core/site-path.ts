const base = "http://site.invalid";

/**
 * Characters that an address, or several of them, may take in the head of an answer: proxies give a whole head 4 KB, and take
 * a server that sends a longer one for one that has failed.
 */
export const LONGEST_IN_HEAD = 3_000;

/** Where somebody is led: without its query where a head has no room for it, since strangers choose how long that is. */
export function ledTo(address: string): string {
  if (address.length <= LONGEST_IN_HEAD) return address;
  const [path = "/"] = address.split("?", 1);
  return path.length <= LONGEST_IN_HEAD ? path : "/";
}

/** The most characters of a path on this site, also as it is sent. */
const LONGEST_PATH = 2_000;

/**
 * The address, resolved, if it is a path on this site, otherwise the dashboard's. Browsers read `\` as `/` and skip
 * control characters. Dots are resolved here, since they may hide a `//`, which would begin another host.
 */
export function sitePath(wish: string | null | undefined, otherwise = "/admin"): string {
  if (!wish || wish.length > LONGEST_PATH || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wish) || !URL.canParse(wish, base))
    return otherwise;
  const { origin, pathname, search, hash } = new URL(wish, base);
  const path = pathname + search + hash;
  return origin === base && !pathname.startsWith("//") && path.length <= LONGEST_PATH ? path : otherwise;
}
