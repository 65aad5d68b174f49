import { flag, id, index, instant, int, json, primaryKey, string, table, uniqueIndex } from "../dialect";
import { categories } from "./categories";
import { tags } from "./tags";
import { users } from "./users";

export type TocEntry = { id: string; text: string; depth: number };

/** Long texts stand last, so that SQLite reads a list's columns without following overflow pages. */
export const posts = table(
  "posts",
  {
    id: id(),
    title: string().notNull(),
    slug: string().notNull(),
    status: string().$type<"DRAFT" | "INTIMATE" | "PUBLISHED" | "RECYCLE">().notNull(),
    /** The publication date; in the future on a PUBLISHED post: scheduled. */
    createTime: instant().notNull(),
    topPriority: int().notNull().default(0),
    authorId: int().references(() => users.id, { onDelete: "set null" }),
    editorType: string().$type<"MARKDOWN" | "RICHTEXT">()
      .notNull()
      .default("MARKDOWN"),
    password: string().notNull().default(""),
    template: string().notNull().default(""),
    thumbnail: string().notNull().default(""),
    disallowComment: flag().notNull().default(false),
    keepRaw: flag().notNull().default(false),
    /** Any change of the record. */
    updateTime: instant().notNull(),
    /** The last change of the text. */
    editTime: instant().notNull(),
    /** When it first became PUBLISHED or INTIMATE. */
    publishedTime: instant(),
    recycledTime: instant(),
    /** Raised by every save; compared with `If-Match`. */
    version: int().notNull().default(1),
    visits: int().notNull().default(0),
    likes: int().notNull().default(0),
    /** Comments that readers see, counted along by whatever changes which they are. */
    commentCount: int().notNull().default(0),
    wordCount: int().notNull().default(0),
    metaDescription: string().notNull().default(""),
    metaKeywords: string().notNull().default(""),
    /** As given; shown is `summary`, or `excerpt` where it is empty. */
    summary: string().notNull().default(""),
    excerpt: string().notNull().default(""),
    toc: json().$type<TocEntry[]>().notNull(),
    /** The text readers see (of a draft: the only one). */
    originalContent: string().notNull().default(""),
    content: string().notNull().default(""),
    /** The text being worked on, where it differs from the published one; null: it does not. */
    workingOriginalContent: string(),
    workingContent: string(),
    workingKeepRaw: flag(),
  },
  (t) => [
    uniqueIndex("posts_slug").on(t.slug),
    index("posts_front").on(t.status, t.topPriority, t.createTime, t.id),
    // The dashboard's list, whatever the status.
    index("posts_order").on(t.topPriority, t.createTime, t.id),
    // Neighbours, the feed, and one state of the dashboard by date.
    index("posts_status_time").on(t.status, t.createTime, t.id),
    index("posts_time").on(t.createTime, t.id),
    index("posts_author").on(t.authorId, t.createTime),
  ],
);

export const postCategories = table(
  "post_categories",
  {
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    categoryId: int()
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
    /** Place in the list as given; the first is the one shown above the title. */
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
  (t) => [primaryKey({ columns: [t.postId, t.tagId] }), index("post_tags_tag").on(t.tagId)],
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

/** A text as it stood before a deliberate save replaced it. */
export const postRevisions = table(
  "post_revisions",
  {
    id: id(),
    postId: int()
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** The post's version that held this text. */
    version: int().notNull(),
    title: string().notNull(),
    editorType: string().$type<"MARKDOWN" | "RICHTEXT">().notNull(),
    keepRaw: flag().notNull(),
    /** Who replaced it, and when. */
    authorId: int().references(() => users.id, { onDelete: "set null" }),
    createTime: instant().notNull(),
    originalContent: string().notNull(),
    content: string().notNull(),
  },
  (t) => [index("post_revisions_post").on(t.postId, t.id)],
);

/** Earlier addresses of published posts; they redirect for good. */
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

/** What a repeated import has seen: source file → post, and the hash of what it held. */
export const importedFiles = table("imported_files", {
  source: string().primaryKey(),
  postId: int()
    .notNull()
    .references(() => posts.id, { onDelete: "cascade" }),
  hash: string().notNull(),
});
