import { z } from "zod";
import { id, instantOut, longText, text } from "../../core/fields";
import { author, editorType, postChanges, tocEntry } from "./schema";

/** The fields of the editor's form: the operation's own without path and header values. */
export const postForm = postChanges.omit({ postId: true, autoSave: true, expectedVersion: true, mailFollowers: true });

/** The same without the text and the status. */
export const postSettings = postForm.omit({
  content: true,
  originalContent: true,
  keepRaw: true,
  editorType: true,
  status: true,
});

// Shapes of a post's other texts: revisions and working texts.

/** Discards the working text of a live post. */
export const workingTextDiscard = z.strictObject({ postId: id, expectedVersion: z.int().optional() });

const revisionFields = {
  version: z.int(),
  title: z.string(),
  editorType,
  keepRaw: z.boolean(),
  createTime: instantOut,
  author: author.nullable(),
};
const revisionTexts = { originalContent: z.string(), content: z.string() };

/** A revision in a list: who replaced it, and when. */
export const revisionItem = z.object({ id, ...revisionFields });
export const revision = revisionItem.extend(revisionTexts);
export const postRevisionItem = z.object({ id, postId: id, ...revisionFields });
export const postRevision = postRevisionItem.extend(revisionTexts);
export const postRevisionRef = z.strictObject({ postId: id, revisionId: id });

/** Lines that both texts have, or only one of them. */
export const textChange = z.object({ kind: z.enum(["same", "removed", "added"]), lines: z.int(), text: z.string() });
export const revisionDiff = z.object({
  revisionId: id,
  fromVersion: z.int().describe("The version that had this text."),
  toVersion: z.int().describe("The current version."),
  title: z.object({ before: z.string(), after: z.string() }),
  added: z.int().describe("The number of lines in the current text only."),
  removed: z.int().describe("The number of lines in the earlier text only."),
  changes: z
    .array(textChange)
    .describe(
      "From the earlier source to the present one: `same` and `removed` joined are the earlier text, `same` and `added` the present one.",
    ),
});
export const postRevisionDiff = revisionDiff.extend({ postId: id });

export const textToPreview = z.strictObject({ editorType, originalContent: longText });
export const previewedText = z.object({
  html: z.string().describe("Sanitised."),
  toc: z.array(tocEntry),
  wordCount: z.int(),
});
/** Paths on this site in a text. */
export const linkedPaths = z.strictObject({ paths: z.array(text(2000)).max(200) });
export const missingPaths = z.object({ missing: z.array(z.string()) });
export const previewLink = z.object({
  url: z.string().describe("Path on this site; anyone who has it may read the text."),
  expireTime: instantOut,
});
export const previewToken = z.strictObject({ token: z.string().max(200) });
export const previewedPost = z.object({
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string(),
  coverX: z.int(),
  coverY: z.int(),
  template: z.string(),
  content: z.string(),
  toc: z.array(tocEntry),
  author: author.nullable(),
  createTime: instantOut,
  expireTime: instantOut,
});

/** A text that becomes public at a planned time, in epoch milliseconds. */
export const publicationPayload = z.strictObject({ kind: z.enum(["post", "sheet"]), id, at: z.int() });
export const noted = z.object({ title: z.string() });

/** Records in the recycle bin since before a time; and those that were deleted. */
export const overdue = z.strictObject({ before: z.date(), ids: z.array(id) });
export const purged = z.array(id);

/** A record that counts visits and likes, such as `post:12`. */
export const subject = z.templateLiteral([z.enum(["post", "sheet", "journal", "photo"]), ":", z.int()]);
export const counts = z.strictObject({
  counts: z.array(z.strictObject({ subject, visits: z.int(), likes: z.int() })),
  /** Views of pages without a record. */
  pages: z.int(),
  /** Views by the host of the page that led here; "" for hosts that were too many. */
  hosts: z.array(z.strictObject({ host: z.string(), visits: z.int() })),
});

/** What has views by day: all pages of the site together, and texts. */
export const viewedKinds = ["site", "post", "sheet"] as const;
export const viewsOfKind = z.strictObject({ kind: z.enum(viewedKinds) });

export type Publication = z.output<typeof publicationPayload>;
export type PostRevisionItem = z.output<typeof postRevisionItem>;
export type TextChange = z.output<typeof textChange>;
export type PostRevision = z.output<typeof postRevision>;
export type RevisionItem = z.output<typeof revisionItem>;
export type Revision = z.output<typeof revision>;
export type RevisionDiff = z.output<typeof revisionDiff>;
export type PreviewedPost = z.output<typeof previewedPost>;
export type PreviewedText = z.output<typeof previewedText>;
export type PostForm = z.input<typeof postForm>;
export type PostSettings = z.input<typeof postSettings>;
/** The fields of a new post; "" where there is no value of the type. */
export type BlankPost = { [Name in keyof PostSettings]-?: NonNullable<PostSettings[Name]> };
