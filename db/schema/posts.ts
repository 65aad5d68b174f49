import { id, index, int, primaryKey, string, table, uniqueIndex } from "../dialect";
import { categories } from "./categories";
import { writingColumns, revisionColumns } from "./writing";
import { tags } from "./tags";

export const posts = table("posts", writingColumns(), (t) => [
  uniqueIndex("posts_slug").on(t.slug),
  index("posts_translation").on(t.translationOf),
  index("posts_front").on(t.status, t.topPriority, t.createTime, t.id),
  // The dashboard's list, in any status, and by priority alone.
  index("posts_order").on(t.topPriority, t.createTime, t.id, t.status),
  // Neighbours, the feed, and the dashboard's lists by status and date.
  index("posts_status_time").on(t.status, t.createTime, t.id),
  index("posts_time").on(t.createTime, t.id),
  // An author's page, in its order; and whatever lists of an author's posts sort and filter by, as below.
  index("posts_author").on(
    t.authorId,
    t.status,
    t.topPriority,
    t.createTime,
    t.id,
    t.title,
    t.updateTime,
    t.editTime,
    t.visits,
    t.likes,
    t.wordCount,
  ),
  // Covers every sort order and filter of lists, so that finding a page reads no rows.
  index("posts_listed").on(
    t.status,
    t.createTime,
    t.authorId,
    t.title,
    t.topPriority,
    t.updateTime,
    t.editTime,
    t.visits,
    t.likes,
    t.wordCount,
  ),
]);

export const postCategories = table(
  "post_categories",
  {
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    categoryId: int()
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
    /** Its place in the list as given; the first is shown above the title. */
    position: int().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.postId, t.categoryId] }), index("post_categories_category").on(t.categoryId)],
);

export const postTags = table(
  "post_tags",
  {
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    tagId: int()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: int().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.tagId] }),
    index("post_tags_tag").on(t.tagId),
    index("post_tags_posts").on(t.tagId, t.postId),
  ],
);

export const postMetas = table(
  "post_metas",
  {
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    key: string().notNull(),
    value: string().notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.key] })],
);

/** A text that a deliberate save replaced. */
export const postRevisions = table(
  "post_revisions",
  {
    id: id(),
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    ...revisionColumns(),
  },
  (t) => [index("post_revisions_post").on(t.postId, t.id)],
);

/** Earlier addresses of published posts; they redirect permanently. */
export const postRedirects = table(
  "post_redirects",
  {
    slug: string().primaryKey(),
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
  },
  (t) => [index("post_redirects_post").on(t.postId)],
);

/** Remembers imported files: source path, post, and the hash of the content. */
export const importedFiles = table("imported_files", {
  source: string().primaryKey(),
  postId: int()
    .notNull()
    .references(() => posts.id, { onDelete: "cascade" }),
  hash: string().notNull(),
});
