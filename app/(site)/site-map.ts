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

/**
 * Addresses in one part of the map; sitemaps.org allows 50,000. A part of these is made in 60 ms, while nothing else is
 * answered.
 */
const PART_SIZE = 2_000;
/** The most parts of an index (sitemaps.org). */
const MOST_PARTS = 50_000;

/** Pages of one kind, and how to read some of them. */
type Kind = { total: number; read: (place: { page: number; size: number }) => Promise<readonly MapEntry[]> };

/** A kind whose pages may be any number, which are read from the database part by part. */
async function listed(
  read: (place: { page: number; size: number }) => Promise<{ items: readonly MapEntry[]; total: number }>,
): Promise<Kind> {
  const { total } = await read({ page: 1, size: 1 });
  return { total, read: async (place) => (await read(place)).items };
}

/** Sections with content, categories and authors: what the rest of a page reads anyway. */
async function gathered(): Promise<Kind> {
  const [journals, links, photos, categories, authors] = await Promise.all([
    readAsVisitor(listPublicJournals, { size: 1 }),
    readAsVisitor(listPublicLinks, { size: 1 }),
    readAsVisitor(searchPublicPhotos, { size: 1 }),
    readAsVisitor(listPublicCategories, {}),
    readAsVisitor(listAuthorPages, {}),
  ]);
  const sections = [
    ...(journals.total > 0 ? ["/journals"] : []),
    ...(links.total > 0 ? ["/links"] : []),
    ...(photos.total > 0 ? ["/photos"] : []),
  ];
  const all = [
    ...["/", "/categories", "/tags", "/archives", ...sections].map((url) => ({ url })),
    ...categories,
    ...authors.map(({ url }) => ({ url })),
  ];
  return { total: all.length, read: async ({ page, size }) => all.slice((page - 1) * size, page * size) };
}

async function kinds(): Promise<{ posts: Kind; others: Kind[] }> {
  const [posts, ...others] = await Promise.all([
    listed((place) => readAsVisitor(listPostAddresses, place)),
    gathered(),
    listed((place) => readAsVisitor(listSheetAddresses, place)),
    listed((place) => readAsVisitor(listTagAddresses, place)),
  ]);
  return { posts, others };
}

const answer = (text: string) => new Response(text, { headers: { "content-type": "application/xml; charset=utf-8" } });

const urlset = (site: string, entries: readonly MapEntry[]) => answer(urlsetOf(site, entries));

const partsOf = ({ total }: Kind) => Math.ceil(total / PART_SIZE);

/** The whole map where it is short; otherwise an index of its parts. */
export async function siteMap(): Promise<Response> {
  const [site, { posts, others }] = await Promise.all([readAsVisitor(getSite, {}), kinds()]);
  const all = [...others, posts];
  if (all.reduce((sum, { total }) => sum + total, 0) <= PART_SIZE) {
    const entries = await Promise.all(all.map(({ read }) => read({ page: 1, size: PART_SIZE })));
    return urlset(site.url, entries.flat());
  }
  const parts = Math.min(
    MOST_PARTS,
    all.reduce((sum, kind) => sum + partsOf(kind), 0),
  );
  return answer(indexOf(Array.from({ length: parts }, (_, i) => `${site.url}/sitemap/${i + 1}.xml`)));
}

/** One part of the map, counted from 1; null without one. The posts' come first, oldest first, so that they stay as they are. */
export async function siteMapPart(number: number): Promise<Response | null> {
  const [site, { posts, others }] = await Promise.all([readAsVisitor(getSite, {}), kinds()]);
  let page = number;
  for (const kind of [posts, ...others]) {
    if (page <= partsOf(kind)) return urlset(site.url, await kind.read({ page, size: PART_SIZE }));
    page -= partsOf(kind);
  }
  return null;
}
