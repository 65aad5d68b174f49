import { listPublicCategories } from "../../lib/features/taxonomy/categories/queries";
import { readAsVisitor } from "../../lib/doors/page";
import { listPublicJournals } from "../../lib/features/journals/queries";
import { listPublicLinks } from "../../lib/features/links/queries";
import { getSite } from "../../lib/features/site/queries";
import { searchPublicPhotos } from "../../lib/features/photos/queries";
import { listAuthorPages } from "../../lib/features/writing/posts/authors";
import { listPostAddresses } from "../../lib/features/writing/posts/queries";
import { listSheetAddresses } from "../../lib/features/writing/sheets/queries";
import { listTagAddresses } from "../../lib/features/taxonomy/tags/queries";
import { indexOf, type MapEntry, urlsetOf } from "../../lib/text/site-map";

/** Addresses in one part of the map; sitemaps.org allows 50,000. */
const PART_SIZE = 10_000;
/** The most parts of an index (sitemaps.org). */
const MOST_PARTS = 50_000;

/** Everything but posts: sections with content, sheets, categories and tags. */
async function pages(): Promise<MapEntry[]> {
  const [journals, links, photos, sheets, categories, tags, authors] = await Promise.all([
    readAsVisitor(listPublicJournals, { size: 1 }),
    readAsVisitor(listPublicLinks, { size: 1 }),
    readAsVisitor(searchPublicPhotos, { size: 1 }),
    readAsVisitor(listSheetAddresses, { page: 1, size: PART_SIZE }),
    readAsVisitor(listPublicCategories, {}),
    readAsVisitor(listTagAddresses, {}),
    readAsVisitor(listAuthorPages, {}),
  ]);
  const sections = [
    ...(journals.total > 0 ? ["/journals"] : []),
    ...(links.total > 0 ? ["/links"] : []),
    ...(photos.total > 0 ? ["/photos"] : []),
  ];
  return [
    ...["/", "/categories", "/tags", "/archives", ...sections].map((url) => ({ url })),
    ...sheets.items,
    ...categories,
    ...tags,
    ...authors.map(({ url }) => ({ url })),
  ];
}

const answer = (text: string) => new Response(text, { headers: { "content-type": "application/xml; charset=utf-8" } });

const urlset = (site: string, entries: readonly MapEntry[]) => answer(urlsetOf(site, entries));

const partsOf = (count: number) => Math.ceil(count / PART_SIZE);

/**
 * The whole map where it is short; otherwise an index of its parts: first the posts, oldest first, then the pages, which
 * are gathered from everywhere.
 */
export async function siteMap(): Promise<Response> {
  const [site, others, posts] = await Promise.all([
    readAsVisitor(getSite, {}),
    pages(),
    readAsVisitor(listPostAddresses, { page: 1, size: PART_SIZE }),
  ]);
  if (others.length + posts.total <= PART_SIZE) return urlset(site.url, [...others, ...posts.items]);
  const parts = Math.min(MOST_PARTS, partsOf(others.length) + partsOf(posts.total));
  return answer(indexOf(Array.from({ length: parts }, (_, i) => `${site.url}/sitemap/${i + 1}.xml`)));
}

/** One part of the map, counted from 1; null without one. */
export async function siteMapPart(number: number): Promise<Response | null> {
  const [site, posts] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(listPostAddresses, { page: number, size: PART_SIZE }),
  ]);
  if (posts.items.length > 0) return urlset(site.url, posts.items);
  const from = (number - 1 - partsOf(posts.total)) * PART_SIZE;
  const others = (await pages()).slice(from, from + PART_SIZE);
  return others.length > 0 ? urlset(site.url, others) : null;
}
