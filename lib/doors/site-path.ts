const base = "http://site.invalid";

/**
 * The address, resolved, if it is a path on this site, otherwise the dashboard's. Browsers take `\` for `/` and leave
 * out control characters, and whoever resolves dots again must not be left with `//`, which begins with a host.
 */
export function sitePath(wish: string | null | undefined, otherwise = "/admin"): string {
  if (!wish || wish.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wish) || !URL.canParse(wish, base))
    return otherwise;
  const { origin, pathname, search, hash } = new URL(wish, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : otherwise;
}
