import { z } from "zod";
import { address, bigId, emailOrNone, flag, id, instantOut, label, pageInput, text, unique } from "../../core/fields";

const targetTypes = ["POST", "SHEET", "JOURNAL"] as const;
export const targetType = z.enum(targetTypes);
const commentStatuses = ["AUDITING", "PUBLISHED", "RECYCLE"] as const;
const commentStatus = z.enum(commentStatuses);
/** The states of comments for those who manage them: their status, with spam as a state of its own within the bin. */
export const commentStates = ["waiting", "published", "bin", "spam"] as const;

/** How long the author of a comment may change its words, in milliseconds. */
export const MAY_EDIT_MS = 5 * 60_000;

/** The longest comment, in characters before rendering. */
export const MAX_COMMENT = 1023;
/** Levels of replies in an answer; deeper ones are put on the last. */
export const MAX_LEVELS = 4;

const commentFields = {
  author: label(50),
  content: text(MAX_COMMENT).describe("Simple Markdown: emphasis, code, links, quotes, lists."),
  email: emailOrNone(255).nullish().describe("Visible only to those who manage comments."),
  authorUrl: address(255).nullish(),
  allowNotification: flag.nullish().describe("Send a mail to this address about replies."),
  parentId: bigId.nullish().describe("The comment that this replies to."),
};

/** `postId` is the number of the post, sheet or journal. */
export const newComment = z.strictObject({ ...commentFields, postId: id });
export const newCommentExample: z.input<typeof newComment> = {
  author: "Charles",
  content: "Where do the *cards* come from?",
  email: "charles@example.org",
  allowNotification: true,
  postId: 1,
};
export const commentChanges = z.strictObject({
  ...commentFields,
  postId: id.nullish().describe("Leave it out, or send it unchanged."),
  commentId: bigId,
});
export const commentRef = z.strictObject({ commentId: bigId });
export const commentStatusChange = z.strictObject({ commentId: bigId, status: commentStatus });
/** A condition that a comment has a status and that the author of another still wants mails about replies, for jobs. */
export const commentCondition = z.strictObject({
  commentId: bigId,
  status: commentStatus,
  wantedFor: bigId.optional(),
});
export const commentIds = unique(bigId).min(1);
export const commentsStatusChange = z.strictObject({ items: commentIds, status: commentStatus });
export const commentsRemoval = z.strictObject({ ids: commentIds });

/** The form below a text; some fields tell people from programs. */
export const commentForm = z.strictObject({
  ...commentFields,
  content: label(MAX_COMMENT),
  targetType,
  postId: z.coerce.number().pipe(id),
  parentId: z.coerce.number().pipe(bigId).optional(),
  allowNotification: z
    .literal("on")
    .transform(() => true)
    .optional(),
  stamp: text(100),
  /** A hidden field; only programs fill it in. */
  website: text(MAX_COMMENT).optional(),
});

/** New words of a comment by whoever wrote it. */
export const ownWords = z.strictObject({ commentId: z.coerce.number().pipe(bigId), content: label(MAX_COMMENT) });

/** From the link in a mail about a reply. */
export const unsubscription = z.strictObject({ token: text(200) });

/** The answer to changes of several comments: their state before, for Undo. */
export const statusesBefore = z.object({
  before: z.array(z.object({ commentId: bigId, status: commentStatus, postId: id })),
});

/** A comment as anyone may see it. */
const publicComment = z.object({
  id: bigId,
  targetType,
  postId: id.describe("The number of the post, sheet or journal."),
  parentId: bigId.nullable(),
  status: commentStatus,
  author: z.string(),
  authorUrl: z.string(),
  avatar: z.string(),
  isAdmin: z.boolean().describe("Written by a member of staff."),
  content: z.string().describe("As written; show `html` instead."),
  html: z.string().describe("Sanitised."),
  createTime: instantOut,
});

/** The answer to a comment's author. */
export const sentComment = publicComment.extend({ allowNotification: z.boolean() });

export const comment = sentComment.extend({
  email: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  updateTime: instantOut,
});

/** A comment with its replies, down to the last level. */
export type CommentNode = z.output<typeof publicComment> & { children: CommentNode[] };
const nodeOf = (levels: number): z.ZodType<CommentNode, CommentNode> =>
  // The last level has no children: deeper ones are put beside it.
  publicComment.extend({
    children: levels > 1 ? z.array(nodeOf(levels - 1)) : z.array(publicComment).max(0),
  }) as z.ZodType<CommentNode, CommentNode>;
export const commentNode = nodeOf(MAX_LEVELS);

export const commentSorts = ["createTime", "id"] as const;

export const commentFilters = z.strictObject({
  ...pageInput(commentSorts),
  status: commentStatus.optional(),
  postId: id.optional().describe("Of this post, sheet or journal only."),
});

/** One page of conversations below a text. */
export const conversationsOf = z.strictObject({ ...pageInput(["createTime"]), id });

/** The comments below a text, with the data of its form. */
export const discussionOf = z.strictObject({
  targetType,
  id,
  page: z.int().min(1).max(10_000_000),
  replyTo: bigId.nullable(),
  /** A comment to be found on whatever page it is. */
  find: bigId.nullish(),
  /** One of this browser's own, whose words are to be changed. */
  edit: bigId.nullish(),
});
export const discussion = z.object({
  items: z.array(commentNode),
  /** Conversations on all pages. */
  total: z.int(),
  count: z.int(),
  pageSize: z.int(),
  open: z.boolean(),
  replyTo: z.object({ id: bigId, author: z.string() }).nullable(),
  /** The page with the comment that was to be found; null where it is on none. */
  foundOn: z.int().nullable(),
  /** This browser's own comments whose words may still be changed; `edit` is the one that is being changed. */
  editable: z.array(bigId),
  edit: z.object({ id: bigId, content: z.string() }).nullable(),
  /** The name of the signed-in account, under which it comments. */
  signedInAs: z.string().nullable(),
  /** Sent with this browser, and visible to nobody else yet. */
  waiting: z.array(publicComment),
  /** The form's signed time, sent back with it. */
  stamp: z.string(),
});

/** The newest comments for a feed: on all texts, or on one post. */
export const commentFeed = z.strictObject({ size: z.int().min(1).max(100), postId: id.optional() });
const commentedText = z.object({ title: z.string(), url: z.string() });
const feedComment = z.object({
  id: bigId,
  author: z.string(),
  html: z.string(),
  createTime: instantOut,
  updateTime: instantOut,
  target: commentedText,
});
/** `post`: the one that it is below; null where it is of all texts. */
export const feedComments = z.object({ post: commentedText.nullable(), items: z.array(feedComment) });

export type FeedComment = z.output<typeof feedComment>;
export type CommentCondition = z.output<typeof commentCondition>;
export type CommentState = (typeof commentStates)[number];
export type TargetType = z.output<typeof targetType>;
export type CommentStatus = z.output<typeof commentStatus>;
export type NewComment = z.output<typeof newComment>;
export type Comment = z.output<typeof comment>;
export type PublicComment = z.output<typeof publicComment>;
export type Discussion = z.output<typeof discussion>;
