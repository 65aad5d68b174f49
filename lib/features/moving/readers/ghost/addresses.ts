import type { Row } from "./row";

/** The path of a picture in some size or form. */
export const sized = /\/content\/images\/(?:size\/w\d{1,5}(?:h\d{1,5})?\/)?(?:format\/[a-z]{3,5}\/)?/g;

/** An address with the site's own in place of Ghost's mark, of the picture in its full size. */
export const resolved = (address: string, site: string): string =>
  address.replaceAll("__GHOST_URL__", site).replace(sized, "/content/images/");

/** Whether a row of `posts` is a page, in any version. */
export const isSheet = (row: Row): boolean => row.text("type") === "page" || row.flag("page");
