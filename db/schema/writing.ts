import { flag, id, instant, int, json, oneOf, string } from "../dialect";
import { users } from "./users";

export type TocEntry = { id: string; text: string; depth: number };

/**
 * The columns that posts and sheets share. Long texts come last, so that SQLite reads a list's columns without overflow
 * pages.
 */
export const writingColumns = () => ({
  id: id(),
  title: string().notNull(),
  slug: string().notNull(),
  status: oneOf("DRAFT", "INTIMATE", "PUBLISHED", "RECYCLE").notNull(),
  /** The publication date; PUBLISHED with a later date is scheduled. */
  createTime: instant().notNull(),
  topPriority: int().notNull().default(0),
  authorId: int().references(() => users.id, { onDelete: "set null" }),
  editorType: oneOf("MARKDOWN", "RICHTEXT").notNull().default("MARKDOWN"),
  password: string().notNull().default(""),
  /** The language of the text, where it is not the site's; BCP 47. */
  language: string().notNull().default(""),
  /** The slug of the text that this one translates. */
  translationOf: string().notNull().default(""),
  template: string().notNull().default(""),
  thumbnail: string().notNull().default(""),
  /** The point of the cover that stays in sight where it is cut, in percent from its left and from its top. */
  coverX: int().notNull().default(50),
  coverY: int().notNull().default(50),
  disallowComment: flag().notNull().default(false),
  keepRaw: flag().notNull().default(false),
  /** Any change of the record. */
  updateTime: instant().notNull(),
  /** The last change of its text. */
  editTime: instant().notNull(),
  /** When it first became PUBLISHED or INTIMATE. */
  publishedTime: instant(),
  recycledTime: instant(),
  /** Raised by every save and compared with `If-Match`. */
  version: int().notNull().default(1),
  visits: int().notNull().default(0),
  likes: int().notNull().default(0),
  /** The number of comments that readers see; updated by every change of comments. */
  commentCount: int().notNull().default(0),
  wordCount: int().notNull().default(0),
  metaDescription: string().notNull().default(""),
  metaKeywords: string().notNull().default(""),
  /** As sent; lists show `excerpt` where it is empty. */
  summary: string().notNull().default(""),
  excerpt: string().notNull().default(""),
  toc: json().$type<TocEntry[]>().notNull(),
  /** The text that readers see; a draft has no other. */
  originalContent: string().notNull().default(""),
  content: string().notNull().default(""),
  /** The working text; null where it equals the published one. */
  workingOriginalContent: string(),
  workingContent: string(),
  workingKeepRaw: flag(),
  workingEditorType: oneOf("MARKDOWN", "RICHTEXT"),
  /** `content` without markup, for the search; null for records stored before this column existed. */
  plainText: string(),
});

/** The columns of a text that a deliberate save replaced, beside its record. */
export const revisionColumns = () => ({
  /** The version that had this text. */
  version: int().notNull(),
  title: string().notNull(),
  editorType: oneOf("MARKDOWN", "RICHTEXT").notNull(),
  keepRaw: flag().notNull(),
  /** Who replaced it and when. */
  authorId: int().references(() => users.id, { onDelete: "set null" }),
  createTime: instant().notNull(),
  originalContent: string().notNull(),
  content: string().notNull(),
});
