import { listPublicCategories } from "../../lib/features/taxonomy/categories/queries";
import { readAsVisitor } from "../../lib/doors/page";
import { inPieces } from "../../lib/doors/pieces";
import { listPublicJournals } from "../../lib/features/journals/queries";
import { listPublicLinks } from "../../lib/features/links/queries";
import { getSite } from "../../lib/features/site/queries";
import { searchPublicPhotos } from "../../lib/features/photos/queries";
import { listAuthorPages } from "../../lib/features/writing/posts/authors";
import { listPostAddresses } from "../../lib/features/writing/posts/queries";
import { listSheetAddresses } from "../../lib/features/writing/sheets/queries";
import { listTagAddresses } from "../../lib/features/taxonomy/tags/queries";
import { indexOf, linesOf, type MapEntry, urlsetOf } from "../../lib/text/site-map";

/** Addresses in one part of the map; sitemaps.org allows 50,000. */
const PART_SIZE = 10_000;
/** Those that are read and written at once; others are answered in between. */
const PIECE_SIZE = 1_000;
/** The most parts of an index (sitemaps.org). */
const MOST_PARTS = 50_000;

/** Pages of one kind, and how to read some of them. */
type Kind = { total: number; read: (piece: number) => Promise<readonly MapEntry[]> };

/** A kind whose pages may be any number, which are read from the database piece by piece. */
async function listed(
  read: (place: { page: number; size: number }) => Promise<{ items: readonly MapEntry[]; total: number }>,
): Promise<Kind> {
  const { total } = await read({ page: 1, size: 1 });
  return { total, read: async (piece) => (await read({ page: piece, size: PIECE_SIZE })).items };
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
  return { total: all.length, read: async (piece) => all.slice((piece - 1) * PIECE_SIZE, piece * PIECE_SIZE) };
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

const partsOf = ({ total }: Kind) => Math.ceil(total / PART_SIZE);

/** The lines of one part of a kind, counted from 1. */
const linesIn = (site: string, { total, read }: Kind, part: number): Promise<string[]> =>
  inPieces(
    ((part - 1) * PART_SIZE) / PIECE_SIZE + 1,
    Math.ceil(Math.min(total, part * PART_SIZE) / PIECE_SIZE),
    async (piece) => linesOf(site, await read(piece)),
  );

/** The whole map where it is short; otherwise an index of its parts. */
export async function siteMap(): Promise<Response> {
  const [site, { posts, others }] = await Promise.all([readAsVisitor(getSite, {}), kinds()]);
  const all = [...others, posts];
  if (all.reduce((sum, { total }) => sum + total, 0) <= PART_SIZE) {
    const lines = await Promise.all(all.map((kind) => linesIn(site.url, kind, 1)));
    return answer(urlsetOf(lines.flat()));
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
    if (page <= partsOf(kind)) return answer(urlsetOf(await linesIn(site.url, kind, page)));
    page -= partsOf(kind);
  }
  return null;
}
