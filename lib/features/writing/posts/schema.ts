import { z } from "zod";
import { id, pageInput, slug, text, unique } from "../../../core/fields";
import { wayBack } from "../../../core/way-back";
import { listFields, postStatus, textState } from "../schema";

export const postSorts = [
  "id",
  "title",
  "createTime",
  "updateTime",
  "editTime",
  "topPriority",
  "visits",
  "likes",
  "wordCount",
] as const;

export const postFilters = z.strictObject({
  ...pageInput(postSorts),
  status: postStatus.optional(),
  state: textState.optional(),
  category: id.optional(),
  tag: id.optional(),
  author: id.optional(),
  fields: listFields,
});

/** The filters of a dashboard's list, without paging. */
export const postSelection = postFilters.omit({ page: true, size: true, sort: true, fields: true });
export const postIds = z.object({ ids: z.array(id), total: z.int() });

export const publicPostFilters = z.strictObject({
  ...pageInput(["createTime", "topPriority", "visits", "likes"]),
  category: slug.optional().describe("The slug of a category: its posts and those of its subcategories."),
  tag: slug.optional().describe("Slug."),
  author: text(50).optional().describe("The name in the address of an author's page."),
  year: z.int().min(1000).max(9999).optional(),
  month: z.int().min(1).max(12).optional(),
  fields: listFields,
});

/** The stories of a feed: of the whole site, or below a category, a tag or an author. */
export const feedStories = publicPostFilters.pick({ size: true, category: true, tag: true, author: true });

/** The page of an author, by the name in its address. */
export const authorRef = z.strictObject({ username: text(1000) });
export const authorPage = z.object({
  id,
  username: z.string(),
  nickname: z.string(),
  title: z.string(),
  avatar: z.string(),
  description: z.string(),
  /** Their own site; "" without one. */
  website: z.string(),
  /** Path of the page on this site. */
  url: z.string(),
});
/** Paths of authors' pages by their numbers; who has none is left out. */
export const authorIds = z.strictObject({ ids: unique(id) });
export const authorAddresses = z.array(z.object({ id, url: z.string() }));
export type AuthorPage = z.output<typeof authorPage>;

/** Several posts; at most as many as one request may name. */
const postBatch = unique(id).min(1);
export const postsStatusChange = z.strictObject({ items: postBatch, status: postStatus });
const statusOfEach = wayBack({ postId: id }, { status: postStatus });
export const postStatusesChange = z.strictObject({ items: unique(statusOfEach.change, (item) => item.postId).min(1) });
export const postsFiling = z.strictObject({
  items: postBatch,
  add: unique(id).optional(),
  remove: unique(id).optional(),
});
const tagsOfEach = wayBack({ postId: id }, { tagIds: unique(id) });
export const postsTags = z.strictObject({ items: unique(tagsOfEach.change, (item) => item.postId).min(1) });
const categoriesOfEach = wayBack({ postId: id }, { categoryIds: unique(id) });
export const postsCategories = z.strictObject({ items: unique(categoriesOfEach.change, (item) => item.postId).min(1) });
export const postsRemoval = z.strictObject({ items: postBatch });

/** The answer to changes of several posts: their state before, for Undo. */
export const statusesBefore = statusOfEach.before;
export const tagsBefore = tagsOfEach.before;
export const categoriesBefore = categoriesOfEach.before;

export type PostFilters = z.input<typeof postFilters>;

const named = z.object({ id, title: z.string(), url: z.string() });
export const relatedPosts = z.array(named);
/** The parts of a series that are named. */
export const MOST_PARTS = 200;
export const seriesOf = z.strictObject({ tag: slug });
export const series = z.object({ name: z.string(), url: z.string(), parts: z.array(named) });

export type RelatedPost = z.output<typeof named>;
export type Series = z.output<typeof series>;
