import { findPlace, readAsVisitor } from "../../lib/doors/page";
import { inPieces } from "../../lib/doors/pieces";
import { getSite } from "../../lib/features/site/queries";
import { mapKinds } from "../../lib/features/site/schema";
import { getMapSize, listOtherAddresses, MAP_PART } from "../../lib/features/site/site-map";
import { places } from "../../lib/features/site/places";
import { listPostAddresses } from "../../lib/features/writing/posts/queries";
import { listSheetAddresses } from "../../lib/features/writing/sheets/queries";
import { listTagAddresses } from "../../lib/features/taxonomy/tags/queries";
import { indexOf, linesOf, type MapEntry, urlsetOf } from "../../lib/text/site-map";

/** Those that are read and written at once; others are answered in between. */
const PIECE_SIZE = 1_000;

type Kind = (typeof mapKinds)[number];

/** How a piece of each kind's pages is read. A question that is asked again is answered from the first time. */
const readers: Record<Kind, (page: number) => Promise<readonly MapEntry[]>> = {
  posts: async (page) => (await readAsVisitor(listPostAddresses, { page, size: PIECE_SIZE })).items,
  others: async (page) =>
    (await readAsVisitor(listOtherAddresses, {})).slice((page - 1) * PIECE_SIZE, page * PIECE_SIZE),
  sheets: async (page) => (await readAsVisitor(listSheetAddresses, { page, size: PIECE_SIZE })).items,
  tags: async (page) => (await readAsVisitor(listTagAddresses, { page, size: PIECE_SIZE })).items,
};

const answer = (text: string) => new Response(text, { headers: { "content-type": "application/xml; charset=utf-8" } });

/** The lines of one part of a kind, counted from 1. */
const linesIn = (
  site: string,
  { kind, number, total }: { kind: Kind; number: number; total: number },
): Promise<string[]> =>
  inPieces(
    ((number - 1) * MAP_PART) / PIECE_SIZE + 1,
    Math.ceil(Math.min(total, number * MAP_PART) / PIECE_SIZE),
    async (piece) => linesOf(site, await readers[kind](piece)),
  );

/** The whole map where it is short; otherwise an index of its parts. */
export async function siteMap(): Promise<Response> {
  const [site, { counts, parts }] = await Promise.all([readAsVisitor(getSite, {}), readAsVisitor(getMapSize, {})]);
  if (mapKinds.reduce((sum, kind) => sum + counts[kind], 0) > MAP_PART)
    return answer(indexOf(Array.from({ length: parts }, (_, i) => `${site.url}/sitemap/${i + 1}.xml`)));
  const inSequence = ["others", "sheets", "tags", "posts"] as const;
  const lines = await Promise.all(
    inSequence.map((kind) => linesIn(site.url, { kind, number: 1, total: counts[kind] })),
  );
  return answer(urlsetOf(lines.flat()));
}

/** One part of the map; ends in the 404 page where there is no such part. */
export async function siteMapPart(params: { part: string }): Promise<Response> {
  const found = await findPlace(places["/sitemap/[part]"], params);
  const site = await readAsVisitor(getSite, {});
  return answer(urlsetOf(await linesIn(site.url, found)));
}
