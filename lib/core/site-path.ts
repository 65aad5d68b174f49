import { reservedSlugs } from "./reserved-slugs";

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

const pictureFile = /^\/[^?#]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:\?v=[\w-]*)?$/i;

/**
 * The address, if it is that of a picture's file on this site, otherwise "". Any other would have the browser of whoever sees
 * the picture of a person ask for pages that this person has chosen: fifty readers with `/login?1` and so on as their pictures
 * made each look at a page with their comments cost as much as fifty sign-in pages.
 */
export function pictureOnSite(wish: string): string {
  const path = sitePath(wish, "");
  const [, first = "", ...below] = path.split("/");
  // Below the site's own addresses pages may be made for each who asks, whatever the ending, in any spelling.
  const mayBeMade =
    below.length > 0 && first !== "uploads" && (first.includes("%") || reservedSlugs.has(first.toLowerCase()));
  return pictureFile.test(path) && !mayBeMade ? path : "";
}
