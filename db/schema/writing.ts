import { flag, id, instant, int, json, string } from "../dialect";
import { users } from "./users";

export type TocEntry = { id: string; text: string; depth: number };

/**
 * The columns of what is written, revised and published: posts and sheets. Long texts stand last, so
 * that SQLite reads a list's columns without following overflow pages.
 */
export const writingColumns = () => ({
  id: id(),
  title: string().notNull(),
  slug: string().notNull(),
  status: string().$type<"DRAFT" | "INTIMATE" | "PUBLISHED" | "RECYCLE">().notNull(),
  /** The publication date; in the future on a PUBLISHED one: scheduled. */
  createTime: instant().notNull(),
  topPriority: int().notNull().default(0),
  authorId: int().references(() => users.id, { onDelete: "set null" }),
  editorType: string().$type<"MARKDOWN" | "RICHTEXT">().notNull().default("MARKDOWN"),
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
  /** What `content` says without its marks, which the search reads; null: stored before there was this column. */
  plainText: string(),
});

/** The columns of a text as it stood before a deliberate save replaced it, beside whose it was. */
export const revisionColumns = () => ({
  /** The version that held this text. */
  version: int().notNull(),
  title: string().notNull(),
  editorType: string().$type<"MARKDOWN" | "RICHTEXT">().notNull(),
  keepRaw: flag().notNull(),
  /** Who replaced it, and when. */
  authorId: int().references(() => users.id, { onDelete: "set null" }),
  createTime: instant().notNull(),
  originalContent: string().notNull(),
  content: string().notNull(),
});
