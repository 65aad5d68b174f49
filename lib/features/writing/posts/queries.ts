import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, prepared } from "../../../../db";
import { sheets, tags } from "../../../../db/schema";
import { categoryTree } from "../../taxonomy/categories/tree";
import { postsWithTag } from "../../taxonomy/tags/queries";
import { visitor } from "../../../core/access";
import { dateIn } from "../../../core/calendar";
import { notFound } from "../../../core/errors";
import { settingKeys } from "../../../core/settings";
import { addressPage, pageOf, publicAddress, slugRef } from "../../../core/fields";
import { query } from "../../../core/operation";
import { patternsFor } from "../../../../db/keyword";
import { readOption } from "../../../services/settings/reading";
import { forDashboardList, forVisitor } from "../answers";
import { findOf } from "../find";
import { queriesOf } from "../queries";
import * as shape from "../schema";
import * as lists from "./schema";
import { post } from "./description";
import {
  addressesOfPosts,
  byAuthor,
  during,
  type Filter,
  inCategory,
  pageOfPosts,
  titleLike,
  withTag,
} from "./listings";
import { authorNamed } from "./authors";
import { selected } from "./selection";
import { fitting } from "../text-sizes";
import { MOST_FED } from "../../../text/feeds/texts";

/** The queries about one post; `queriesOf` documents each. */
export const {
  get: getPost,
  getPublic: getPublicPost,
  getPublicBySlug: getPublicPostBySlug,
  getAtAddress: getPostAtAddress,
  getMarkdown: getPostMarkdown,
  getTranslations: getPostTranslations,
  like: likePost,
  unlock: unlockPost,
  getPreviewed: getPreviewedPost,
  listRevisions: listPostRevisions,
  getRevision: getPostRevision,
  getRevisionDiff: getPostRevisionDiff,
} = queriesOf(post);

/** Posts in the dashboard: an author's own, or for editors all. */
export const listPosts = query("listPosts", {
  can: "write posts",
  input: lists.postFilters,
  output: pageOf(shape.postItem),
  run: async ({ db, actor }, { page, size, sort, fields, ...selection }) => {
    const found = await pageOfPosts(db, actor, "dashboard", selected(selection), { page, size, sort, fields });
    return { total: found.total, items: found.items.map((post) => forDashboardList(post)) };
  },
});

/** The addresses of public posts, for the site map. */
export const listPostAddresses = query("listPostAddresses", {
  can: "read the site",
  input: addressPage,
  output: pageOf(publicAddress),
  reads: () => ["posts", "categories"],
  run: ({ db }, place) => addressesOfPosts(db, place),
});

/** What lists for visitors depend on; those of an author also on whether authors have pages. */
const readsOfLists = ({ author }: { author?: string | undefined }) => [
  "posts",
  "categories",
  "tags",
  "users",
  ...(author === undefined ? [] : settingKeys("author_pages")),
];

/** The conditions of a list below a category, a tag or an author; refuses with `not_found` where there is no such thing. */
async function among(
  db: Database,
  { category, tag, author }: Pick<z.output<typeof lists.publicPostFilters>, "category" | "tag" | "author">,
): Promise<Filter[]> {
  const filters: Filter[] = [];
  if (category !== undefined) {
    const tree = await categoryTree(db);
    const ids = tree.subtree(tree.bySlug(category)?.id ?? 0).map((node) => node.id);
    if (ids.length === 0) throw notFound();
    filters.push({
      name: `category${ids.length}`,
      condition: inCategory(ids.length),
      values: Object.fromEntries(ids.map((id, i) => [`category${i}`, id])),
    });
  }
  if (tag !== undefined) {
    const [row] = await prepared(db, "tag-of-slug", (on) =>
      on
        .select({ id: tags.id })
        .from(tags)
        .where(eq(tags.slug, sql.placeholder("slug"))),
    ).execute({ slug: tag });
    if (!row) throw notFound();
    const { id } = row;
    filters.push({
      name: "tag",
      condition: withTag,
      values: { tag: id },
      publicTotal: () => postsWithTag(db, new Date(), id),
    });
  }
  if (author !== undefined) filters.push(byAuthor((await authorNamed(db, author)).id));
  return filters;
}

/** Public posts. The keyword searches titles only: a match in a text would reveal a locked one. */
export const listPublicPosts = query("listPublicPosts", {
  can: "read the site",
  input: lists.publicPostFilters,
  output: pageOf(shape.publicPostItem),
  reads: (filters) => [
    ...readsOfLists(filters),
    ...(filters.year === undefined && filters.month === undefined ? [] : settingKeys("site_timezone")),
  ],
  run: async ({ db, actor, now }, { category, tag, author, year, month, keyword, ...page }) => {
    const timeZone = await readOption(db, "site_timezone");
    const filters = [
      ...(await among(db, { category, tag, author })),
      ...(year === undefined && month === undefined
        ? []
        : [during(timeZone, year ?? Number(dateIn(timeZone, now).year), month)]),
      ...(keyword
        ? [{ name: "keyword", condition: titleLike, values: patternsFor(keyword), looksAtAll: true as const }]
        : []),
    ];
    const found = await pageOfPosts(db, visitor, "list", filters, page);
    // A password is for one requested post; a list would try it on all of them, uncounted.
    const lister = { ...actor, contentPassword: null };
    return { total: found.total, items: found.items.map((post) => forVisitor(post, lister)) };
  },
});

/** The newest public posts for the feed: those first in it with their texts, as long as these fit. */
export const listFeedPosts = query("listFeedPosts", {
  can: "read the site",
  input: lists.feedStories,
  output: z.array(shape.publicPostItem),
  reads: readsOfLists,
  run: async ({ db, actor }, { size, ...which }) => {
    const page = { page: 1, size, sort: ["createTime,desc"] };
    const filters = await among(db, which);
    const { items } = await pageOfPosts(db, visitor, "list", filters, page);
    const ids = items.map(({ id }) => id);
    const few = await fitting(post.collection, db, ids, MOST_FED);
    const whole =
      few.length === 0
        ? []
        : (await pageOfPosts(db, visitor, "list", filters, { ...page, size: few.length, fields: "content" })).items;
    return [...whole, ...items.slice(few.length)].map((each) => forVisitor(each, actor));
  },
});

const { findAt, readsOf } = findOf(post);

/**
 * The post at an address at the top of the site, now or earlier; none where posts have another pattern, or where a
 * sheet is.
 */
export const getPostAtTop = query("getPostAtTop", {
  can: "read the site",
  input: slugRef,
  output: shape.postAtAddress,
  reads: (_input, output) => [
    ...readsOf(output?.post),
    "post-places",
    "sheet-places",
    ...settingKeys("post_permalink"),
  ],
  run: async (context, { slug }) => {
    const nothing = { post: null, movedTo: null };
    if ((await readOption(context.db, "post_permalink")) !== "/{slug}") return nothing;
    if ((await context.db.$count(sheets, eq(sheets.slug, slug))) > 0) return nothing;
    const { found, movedTo } = await findAt(context, slug);
    return { post: found, movedTo };
  },
});
