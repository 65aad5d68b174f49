import { reservedSlugs } from "./reserved-slugs";
import { uploadFolder } from "./upload-folder";

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

const pictureFile = /^\/[^?#]+\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
/** An upload, and the folder that its smaller versions are in. */
const upload = new RegExp(`^(/uploads/${uploadFolder}/).`);
/** The smallest version; of a picture that has none it is the picture itself. */
const SMALLEST = "480.webp";

/**
 * The address to show as a person's picture, if this one is that of a picture's file on this site, otherwise "". Any other
 * would have the browser of whoever sees the picture ask for pages that this person has chosen: fifty readers with `/login?1`
 * and so on as their pictures made each look at a page with their comments cost as much as fifty sign-in pages. Of an upload
 * it is the smallest version, and never with a query: twenty readers with one large photograph as theirs, each under an
 * address of its own, had every visitor load 200 MB.
 */
export function pictureOnSite(wish: string): string {
  const [path = ""] = sitePath(wish, "").split(/[?#]/, 1);
  if (!pictureFile.test(path)) return "";
  const [, first = "", ...below] = path.split("/");
  if (first === "uploads") {
    const [, folder] = upload.exec(path) ?? [];
    return folder === undefined ? "" : folder + SMALLEST;
  }
  // Below the site's own addresses pages may be made for each who asks, whatever the ending, in any spelling.
  const mayBeMade = below.length > 0 && (first.includes("%") || reservedSlugs.has(first.toLowerCase()));
  return mayBeMade ? "" : path;
}
