import { z } from "zod";
import { bigId, flag, id, instantIn, instantOut, label, pageInput, text, unique } from "../../../core/fields";
import { wayBack } from "../../../core/way-back";
import { comment, commentIds, commentSorts, commentStates, MAX_COMMENT, targetType } from "../schema";

// What those who manage comments see and do, over posts, sheets and journals alike.

const commentState = z
  .enum(commentStates)
  .describe("`waiting`: AUDITING, `published`: PUBLISHED, `bin` and `spam`: RECYCLE.");

/** Names a text in a filter, such as `post:12`. */
const targetName = z.string().refine(
  (value) => {
    const [, number] = /^(?:post|sheet|journal):([1-9]\d{0,9})$/.exec(value) ?? [];
    return number !== undefined && id.safeParse(Number(number)).success;
  },
  { params: { code: "wrong_format" }, error: "Name a text by its kind and number, such as post:12." },
);

export const queueFilters = z.strictObject({
  ...pageInput(commentSorts),
  state: z.enum([...commentStates, "all"]).optional(),
  targetType: targetType.optional(),
  target: targetName.optional().describe("On this text only, such as `post:12`, `sheet:3` or `journal:7`."),
  email: text(255).optional().describe("By this e-mail address, whatever its case."),
  address: text(49).optional().describe("From this IP address; of an IPv6 address, from its /64."),
});
/** The filters without paging. */
export const queueSelection = queueFilters.omit({ page: true, size: true, sort: true });
export const queueIds = z.object({ ids: z.array(bigId), total: z.int() });

export const stateCounts = z.object({
  all: z.int(),
  waiting: z.int(),
  published: z.int(),
  bin: z.int(),
  spam: z.int(),
});

export const waitingCount = z.object({ waiting: z.int() });

const target = z.object({
  type: targetType,
  id,
  title: z.string(),
  url: z.string().describe("Its address on this site."),
  isPublic: z.boolean().describe("Whether visitors find it there now."),
});
const earlier = z.object({
  id: bigId,
  state: commentState,
  author: z.string(),
  isAdmin: z.boolean(),
  excerpt: z.string(),
  createTime: instantOut,
});

export const queuedComment = comment.extend({
  state: commentState,
  network: z.string().describe("The IP address; of an IPv6 address, its /64."),
  target: target.nullable(),
  parent: earlier.nullable().describe("The comment that this replies to."),
  depth: z.int().describe("Comments above it in its conversation, 30 at most."),
  byAuthor: z
    .int()
    .describe("Other comments of the same author: by the e-mail address, without one by the IP address."),
});

/** A comment with the conversation above it and its author's latest other comments. */
export const commentInContext = queuedComment.extend({
  above: z.array(earlier).describe("The conversation above it, the first comment first, the nearest 30 at most."),
  others: z.array(earlier.extend({ target: target.nullable() })).describe("The author's latest other comments."),
});

const stateChange = wayBack({ commentId: bigId }, { state: commentState });
export const stateOfSeveral = z.strictObject({ items: commentIds, state: commentState });
const seen = instantIn
  .optional()
  .describe(
    "Its `updateTime` when it was read. If its author has other words by now, or it was decided on, the answer is 412.",
  );
const stateOfOne = stateChange.change.extend({
  from: z
    .strictObject({ state: commentState, updateTime: seen })
    .optional()
    .describe("What it held when it was read. If it holds something else by now, the answer is 412."),
});
export const statesOfEach = z.strictObject({ items: unique(stateOfOne, (item) => item.commentId).min(1) });
const texts = z.array(z.object({ type: targetType, id })).describe("The texts whose comments changed.");
/** The answer to changes of several comments: their state before, for Undo. */
export const statesBefore = z.object({
  ...stateChange.before.shape,
  texts,
});

export const removalOf = z.strictObject({ ids: commentIds });
export const removal = z.object({
  comments: z.int().describe("The named comments."),
  replies: z.int().describe("Replies to them that would be deleted as well."),
  examples: z.array(earlier).describe("Some of these replies, published ones first."),
});
export const queueRemoval = z.strictObject({
  ids: commentIds,
  replies: z
    .int()
    .min(0)
    .optional()
    .describe(
      "The number of replies that somebody agreed to delete. Where there are more or fewer by now, it is refused.",
    ),
});
export const removed = z.object({ comments: z.int(), replies: z.int() });

/** The form on the page of a text; an answer may be left out. */
export const decision = z.strictObject({
  commentId: z.coerce.number().pipe(bigId),
  state: z.enum(["published", "bin", "spam"]),
  content: text(MAX_COMMENT).optional(),
  seen,
});
/** The comment to be shown then. */
export const decided = z.object({ shown: bigId.nullable() });

export const newReply = z.strictObject({
  content: label(MAX_COMMENT).describe("Simple Markdown: emphasis, code, links, quotes, lists."),
  parentId: bigId,
  approve: flag.optional().describe("Approves the comment that is replied to, where it waits."),
  seen,
});
export const reply = comment.extend({
  before: stateChange.before.shape.before.describe("The replied-to comment's state before, where it was approved."),
});

export type QueueFilters = z.input<typeof queueFilters>;
export type QueueSelection = z.output<typeof queueSelection>;
export type QueueCounts = z.output<typeof stateCounts>;
export type QueuedComment = z.output<typeof queuedComment>;
export type CommentInContext = z.output<typeof commentInContext>;
export type EarlierComment = z.output<typeof earlier>;
export type Removal = z.output<typeof removal>;

/** One's own comments. */
export const ownCommentFilters = z.strictObject(pageInput(["createTime"]));
export const ownComment = z.object({
  id: bigId,
  state: z.enum(["waiting", "published", "removed"]).describe("`removed`: moved to the bin by those who moderate."),
  content: z.string(),
  createTime: instantOut,
  target: z
    .object({ title: z.string(), url: z.string() })
    .nullable()
    .describe("The text it is on, while visitors find it."),
});
export type OwnComment = z.output<typeof ownComment>;
export type OwnCommentFilters = z.input<typeof ownCommentFilters>;
