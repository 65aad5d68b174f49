const base = "http://site.invalid";

/**
 * The address, resolved, if it is a path on this site, otherwise the dashboard's. Browsers read `\` as `/` and skip
 * control characters. Dots are resolved here, since they may hide a `//`, which would begin another host.
 */
export function sitePath(wish: string | null | undefined, otherwise = "/admin"): string {
  if (!wish || wish.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wish) || !URL.canParse(wish, base))
    return otherwise;
  const { origin, pathname, search, hash } = new URL(wish, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : otherwise;
}
