/**
 * The address if it is a path on this site, otherwise the dashboard's. Browsers read `\` as `/` and skip control
 * characters.
 */
export function sitePath(wish: string | null | undefined, otherwise = "/admin"): string {
  if (!wish || wish.length > 2000 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wish)) return otherwise;
  const base = "http://site.invalid";
  return URL.canParse(wish, base) && new URL(wish, base).origin === base ? wish : otherwise;
}
