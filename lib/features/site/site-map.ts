import { visitor } from "../../core/access";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { breathing } from "../../core/giving-way";
import { type Context, query } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { settingKeys } from "../../core/settings";
import { listPublicJournals } from "../journals/queries";
import { listPublicLinks } from "../links/queries";
import { searchPublicPhotos } from "../photos/queries";
import { listPublicCategories } from "../taxonomy/categories/queries";
import { listTagAddresses } from "../taxonomy/tags/queries";
import { untilPublication } from "../visibility/queries";
import { listAuthorPages } from "../writing/posts/authors";
import { countPublicPosts } from "../writing/posts/public-count";
import { listSheetAddresses } from "../writing/sheets/queries";
import * as shape from "./schema";

/** Addresses in one part of the map; sitemaps.org allows 50,000. */
export const MAP_PART = 10_000;
/** The most parts of an index (sitemaps.org). */
const MOST_PARTS = 50_000;

const first = { page: 1, size: 1 };
const reads = () => [
  "post-places",
  "sheets",
  "tags",
  "journals",
  "links",
  "photos",
  "categories",
  "users",
  ...settingKeys("author_pages"),
];

/** Sections with content, categories and authors: what the rest of a page reads anyway. */
async function otherAddresses(context: Context): Promise<{ url: string }[]> {
  const breathe = breathing();
  const after = async <T>(made: Promise<T>): Promise<T> => {
    const answer = await made;
    await breathe();
    return answer;
  };
  // One after the other, and others are answered in between.
  const journals = await after(listPublicJournals.within(context, listPublicJournals.input.parse(first)));
  const links = await after(listPublicLinks.within(context, listPublicLinks.input.parse({ size: 1 })));
  const photos = await after(searchPublicPhotos.within(context, searchPublicPhotos.input.parse(first)));
  const categories = await after(listPublicCategories.within(context, {}));
  const authors = await after(listAuthorPages.within(context, {}));
  const sections = [
    ...(journals.total > 0 ? ["/journals"] : []),
    ...(links.total > 0 ? ["/links"] : []),
    ...(photos.total > 0 ? ["/photos"] : []),
  ];
  return [
    ...["/", "/categories", "/tags", "/archives", ...sections].map((url) => ({ url })),
    ...categories.map(({ url }) => ({ url })),
    ...authors.map(({ url }) => ({ url })),
  ];
}

/** Counted once for all parts of the map, and for all that do not exist: anybody can ask for any number. */
const counts = ({ db, now }: Context): Promise<shape.MapCounts> =>
  remembered(db, "the site's map", { cacheKeys: reads(), until: untilPublication }, async () => {
    const context = { actor: visitor, db, now };
    const others = await otherAddresses(context);
    const [posts, sheets, tags] = await Promise.all([
      countPublicPosts(db),
      listSheetAddresses.within(context, first),
      listTagAddresses.within(context, first),
    ]);
    return { posts, others: others.length, sheets: sheets.total, tags: tags.total };
  });

const partsOf = (total: number) => Math.ceil(total / MAP_PART);

/** How many pages of each kind the map names, and in how many parts. */
export const getMapSize = query("getMapSize", {
  can: "read the site",
  input: noInput,
  output: shape.mapSize,
  reads,
  run: async (context) => {
    const known = await counts(context);
    const parts = Object.values(known).reduce((sum, total) => sum + partsOf(total), 0);
    return { counts: known, parts: Math.min(MOST_PARTS, parts) };
  },
});

/** What one part of the map holds, counted from 1: posts come first, so that their parts stay as they are. */
export const getMapPart = query("getMapPart", {
  can: "read the site",
  input: shape.mapPart,
  output: shape.partOfKind,
  reads,
  run: async (context, { part }) => {
    const known = await counts(context);
    let number = part;
    for (const kind of shape.mapKinds) {
      const total = known[kind];
      if (number <= partsOf(total)) return { kind, number, total };
      number -= partsOf(total);
    }
    throw notFound();
  },
});

/** The pages of the map that are neither texts nor tags. */
export const listOtherAddresses = query("listOtherAddresses", {
  can: "read the site",
  input: noInput,
  output: shape.otherAddresses,
  reads,
  run: otherAddresses,
});
