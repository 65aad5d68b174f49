const base = "http://site.invalid";

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
