/** Feeds of the whole of an old site, as WordPress, Ghost, Halo and generators of static sites name theirs. */
const feed = /^\/(?:feed(?:\/(?:rss2?|rdf|atom))?|feed\.(?:rss|atom)|rss2?(?:\.xml)?|atom(?:\.xml)?|index\.xml)$/;

/** Sitemaps, and the parts that some are made of. */
const sitemap =
  /^\/(?:sitemap(?:[-_]index)?(?:\.xml)?|sitemap-(?:posts|pages|tags|authors|users)\.xml|wp-sitemap(?:-[a-z0-9_-]{1,100})?\.xml|[a-z_]{1,40}-sitemap\d{0,4}\.xml)$/;

/** Where the feed or the sitemap of an old site leads; null for other addresses, and for feeds of which there is none here. */
export const feedOrSitemapFor = (path: string): string | null =>
  feed.test(path) ? "/feed.xml" : sitemap.test(path) ? "/sitemap.xml" : null;

/** The year and month whose posts an address of an old site lists, such as `/2019/05` or `/?m=201905`; null for others. */
export function monthIn(path: string): { year: number; month: number } | null {
  const [, year, month] = /^\/(?:\?m=)?([12]\d{3})\/?(0[1-9]|1[0-2])$/.exec(path) ?? [];
  return year === undefined ? null : { year: Number(year), month: Number(month) };
}

/** Addresses that people type for the feed. */
export const isTypedFeed = (path: string): boolean => path === "/feed" || path === "/rss";

/** The address of a record below whose address an old site has a feed, such as `/category/news/feed`; null for others. */
export const aboveFeed = (path: string): string | null =>
  /^(\/.+?)\/(?:feed(?:\/(?:rss2?|rdf|atom))?|(?:rss|index|feed|atom)\.xml|rss)$/.exec(path)?.[1] ?? null;
