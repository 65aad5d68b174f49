import { z } from "zod";
import { id, pageInput, slug, text, unique } from "../../../core/fields";
import { listFields, postStatus, postStatusChange } from "../schema";

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

/** States of posts in the dashboard: their status, with "scheduled" as one of its own. */
const postState = z.enum(["all", "published", "drafts", "scheduled", "private", "bin"]);

export const postFilters = z.strictObject({
  ...pageInput(postSorts),
  status: postStatus.optional(),
  state: postState.optional().describe("`all` excludes the recycle bin, `published` scheduled posts."),
  category: id.optional(),
  tag: id.optional(),
  author: id.optional(),
  fields: listFields,
});

/** The filters of a dashboard's list, without paging. */
export const postSelection = postFilters.omit({ page: true, size: true, sort: true, fields: true });
export const postIds = z.object({ ids: z.array(id), total: z.int() });

/** The question and answer of the command palette. */
export const postFinding = z.strictObject({ keyword: text(100) });
export const postFound = z.object({ id, title: z.string() });

export const stateCounts = z.object({
  all: z.int(),
  published: z.int(),
  drafts: z.int(),
  scheduled: z.int(),
  private: z.int(),
  bin: z.int(),
});

export const publicPostFilters = z.strictObject({
  ...pageInput(["createTime", "topPriority", "visits", "likes"]),
  category: slug.optional().describe("Slug; its posts and those of the categories below it."),
  tag: slug.optional().describe("Slug."),
  year: z.int().min(1000).max(9999).optional(),
  month: z.int().min(1).max(12).optional(),
  fields: listFields,
});

/** Several posts; at most as many as one request may name. */
const postBatch = unique(id).min(1);
export const postsStatusChange = z.strictObject({ items: postBatch, status: postStatus });
export const postStatusesChange = z.strictObject({ items: unique(postStatusChange, (item) => item.postId).min(1) });
export const postsTagging = z.strictObject({
  items: postBatch,
  add: unique(id).optional(),
  remove: unique(id).optional(),
});
export const postsTags = z.strictObject({
  items: unique(z.strictObject({ postId: id, tagIds: unique(id) }), (item) => item.postId).min(1),
});
export const postsRemoval = z.strictObject({ items: postBatch });

/** The answer to changes of several posts: their state before, for Undo. */
export const statusesBefore = z.object({ before: z.array(z.object({ postId: id, status: postStatus })) });
export const tagsBefore = z.object({ before: z.array(z.object({ postId: id, tagIds: z.array(id) })) });

export type PostState = z.output<typeof postState>;
export type PostFilters = z.input<typeof postFilters>;
export type StateCounts = z.output<typeof stateCounts>;
