import { z } from "zod";
import { category } from "../taxonomy/categories/schema";
import {
  address,
  flag,
  id,
  instantIn,
  instantOut,
  int32,
  label,
  longText,
  shortText,
  slug,
  slugRef,
  text,
  unique,
} from "../../core/fields";
import { tag } from "../taxonomy/tags/schema";

export const postStatuses = ["DRAFT", "INTIMATE", "PUBLISHED", "RECYCLE"] as const;
export const postStatus = z.enum(postStatuses);
export const editorType = z.enum(["MARKDOWN", "RICHTEXT"]);

/** Characters of all names and values of one record together: lists hold them whole. */
const MOST_META = 65_536;
/** A name and value of the owner's own; `postId` is absent or the record's number. */
const postMeta = z.strictObject({ key: label(255), postId: id.nullish(), value: text(MOST_META).nullish() });
const metas = unique(postMeta, (meta) => meta.key).refine(
  (all) => all.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0) <= MOST_META,
  { params: { code: "too_long" }, error: `At most ${MOST_META} characters in all names and values together.` },
);

/** Long enough for any summary, short enough for a list. */
const remarks = text(10_000);

/** A place along a side of the cover. */
const percent = z.int().min(0).max(100);

/** The text alone. */
const textFields = { content: longText.nullish(), originalContent: longText.nullish(), keepRaw: flag.nullish() };

/** The fields of a post. None has a default here: in a change, a field that is left out keeps its value. */
const postFields = {
  title: label(100),
  ...textFields,
  summary: remarks.nullish(),
  slug: slug.nullish(),
  password: shortText.nullish(),
  template: shortText
    .nullish()
    .describe(
      "How its page is laid out: `default`, `wide`, `landing` or `bare`. Another name is kept and shown as `default`.",
    ),
  language: text(35)
    .refine((code) => code === "" || /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code), {
      params: { code: "wrong_format" },
      error: "Name a language by its code, such as en, pt-BR or ar.",
    })
    .nullish()
    .describe("The language of the text, such as `en`, `pt-BR` or `ar`; empty: the site's."),
  translationOf: shortText.nullish().describe("The slug of the text that this one translates."),
  thumbnail: address(1023).nullish(),
  coverX: percent
    .nullish()
    .describe("The point of the cover that stays in sight where it is cut: percent from its left; usually 50."),
  coverY: percent.nullish().describe("The same: percent from its top; usually 50."),
  status: postStatus.nullish(),
  editorType: editorType.nullish(),
  disallowComment: flag.nullish(),
  createTime: instantIn.nullish(),
  topPriority: int32.nullish(),
  metaDescription: remarks.nullish(),
  metaKeywords: remarks.nullish().describe("Keywords in the page's head, separated by commas."),
  categoryIds: unique(id).nullish(),
  tagIds: unique(id).nullish(),
  metas: metas.nullish(),
};

const autoSave = z.boolean().optional().describe("Saves only the working text, which visitors do not see.");
const mailFollowers = z
  .boolean()
  .optional()
  .describe(
    "Whether followers get a mail when the post is published for the first time; they do unless it is `false`.",
  );
/** From the `If-Match` header: the version that the caller has read. */
const expectedVersion = z.int().optional();

export const newPost = z.strictObject({ ...postFields, autoSave, mailFollowers });
export const postChanges = z.strictObject({ ...postFields, postId: id, autoSave, expectedVersion, mailFollowers });
export const postTextChanges = z.strictObject({ ...textFields, postId: id, expectedVersion });
export const postStatusChange = z.strictObject({ postId: id, status: postStatus, expectedVersion });
export const postRef = z.strictObject({ postId: id });
export const postRemoval = z.strictObject({ postId: id, permanent: z.boolean().optional() });

export const author = z.object({ id, nickname: z.string(), avatar: z.string() });
export const tocEntry = z.object({ id: z.string(), text: z.string(), depth: z.int() });
const metaOut = z.object({ key: z.string(), postId: id, value: z.string() });
const categoryRef = category.pick({ id: true, name: true, slug: true, url: true });
const tagRef = tag.pick({ id: true, name: true, slug: true, url: true, color: true, series: true });

/** A post in a list of the dashboard. */
export const postItem = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  url: z.string().describe("Path on this site."),
  status: postStatus,
  editorType,
  summary: z.string(),
  password: z.string(),
  template: z.string(),
  language: z.string(),
  translationOf: z.string(),
  thumbnail: z.string(),
  coverX: z.int(),
  coverY: z.int(),
  keepRaw: z.boolean(),
  disallowComment: z.boolean(),
  createTime: instantOut,
  updateTime: instantOut,
  editTime: instantOut,
  publishedTime: instantOut.nullable(),
  topPriority: z.int(),
  metaDescription: z.string(),
  metaKeywords: z.string(),
  version: z.int(),
  inProgress: z.boolean().describe("Whether there is a working text that readers do not see yet."),
  locked: z.boolean().describe("Visitors need a password."),
  visits: z.int(),
  likes: z.int(),
  wordCount: z.int(),
  commentCount: z.int().describe("The number of visible comments."),
  authorId: id.nullable(),
  author: author.nullable(),
  categoryIds: z.array(id),
  categories: z.array(categoryRef),
  tagIds: z.array(id),
  tags: z.array(tagRef),
  metas: z.array(metaOut),
  content: z.string().optional(),
  originalContent: z.string().optional(),
});

/** A whole post in the dashboard, with the working text where there is one. */
export const post = postItem.extend({ content: z.string(), originalContent: z.string() });

/** A post as strangers see it. A locked one has title, dates and address only. */
export const publicPostItem = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  url: z.string(),
  status: postStatus,
  createTime: instantOut,
  updateTime: instantOut,
  topPriority: z.int(),
  locked: z.boolean(),
  disallowComment: z.boolean(),
  author: author.nullable(),
  categories: z.array(categoryRef),
  tags: z.array(tagRef),
  editTime: instantOut.optional(),
  template: z.string().optional(),
  language: z.string().optional().describe("Empty: the site's."),
  summary: z.string().optional().describe("The summary, or the beginning of the text if there is none."),
  hasSummary: z.boolean().optional().describe("Whether the summary was written by its author."),
  thumbnail: z.string().optional(),
  coverX: z.int().optional(),
  coverY: z.int().optional(),
  metaDescription: z.string().optional(),
  metaKeywords: z.string().optional(),
  visits: z.int().optional(),
  likes: z.int().optional(),
  commentCount: z.int().optional(),
  wordCount: z.int().optional(),
  metas: z.array(metaOut).optional(),
  content: z.string().optional(),
});

export const publicPost = publicPostItem.extend({ toc: z.array(tocEntry).optional() });

/** A visitor's answer at an address: the post, or the address it redirects to. */
export const postAtAddress = z.object({ post: publicPost.nullable(), movedTo: z.string().nullable() });

/** A text by its slug, and the path at which it is asked for. */
export const markdownRef = slugRef.extend({ path: text(2000) });
/** Without Markdown where the path is not the text's own. */
export const markdownText = z.object({ id, title: z.string(), url: z.string(), markdown: z.string().nullable() });

const neighbour = z.object({ title: z.string(), url: z.string() });
export const neighbours = z.object({ previous: neighbour.nullable(), next: neighbour.nullable() });

/** States in the dashboard: the status, with "scheduled" as one of its own. */
export const textState = z
  .enum(["all", "published", "drafts", "scheduled", "private", "bin"])
  .describe("`all` excludes the recycle bin, `published` what is scheduled.");

export const stateCounts = z.object({
  all: z.int(),
  published: z.int(),
  drafts: z.int(),
  scheduled: z.int(),
  private: z.int(),
  bin: z.int(),
});

/** A list answers the texts where it is asked to. */
export const listFields = z.enum(["content"]).optional().describe("`content` adds the texts.");

export const likes = z.object({ likes: z.int() });
/** Any password may be tried; one that is too long is refused before the comparison. */
export const unlocking = z.strictObject({ slug: text(1000), password: z.string().max(1020) });
export const unlocked = z.object({ proofs: z.array(z.string()), open: z.boolean() });

export type Post = z.output<typeof post>;
export type PublicPost = z.output<typeof publicPost>;
export type PublicPostItem = z.output<typeof publicPostItem>;
export type PostChanges = z.output<typeof postChanges>;
export type NewPost = z.output<typeof newPost>;
export type TextState = z.output<typeof textState>;
export type PostStatus = z.output<typeof postStatus>;

/** A text in its languages, this one too; empty where it is in one only. */
export const translations = z.array(z.object({ id, title: z.string(), url: z.string(), language: z.string() }));
export type Translation = z.output<typeof translations>[number];
