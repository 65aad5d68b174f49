import { renderComment } from "../../text/markdown/comment";
import type { Actor } from "../../core/access";
import { type Context, mutation } from "../../core/operation";
import { addComment } from "./adding";
import { requests } from "./limits";
import { isHasty } from "./moderation";
import * as shape from "./schema";
import { countPassword, nameOf, nounOf, touchedBelow } from "./targets";

type Created = {
  id: number;
  status: shape.CommentStatus;
  postId: number;
  author: string;
  targetType: shape.TargetType;
};

const touches = (_input: unknown, { status, targetType, postId }: Created) =>
  status === "PUBLISHED" ? touchedBelow(targetType, postId) : [];
const about = (_input: unknown, { id, status, targetType, postId, author }: Created) => ({
  subject: `comment:${id}`,
  summary: `${status} by ${author} on ${nameOf(targetType, postId)}`,
});
type Rendered = ReturnType<typeof renderComment>;
/** Counted before it is parsed, so that refused input costs little. */
const gate = async ({ ip }: { ip: string | null }) => requests.takeNetwork(ip);
type Given = { content: string; postId: number };
const prepareOn = async (type: shape.TargetType, { content, postId }: Given, actor: Actor, last?: Rendered) => {
  // Once: who writes at the same time may have it prepared again.
  if (!last) await countPassword(actor, type, postId);
  return last ?? renderComment(content);
};

/** A signed-in author is the account, by either way. */
const isSomebody = ({ actor }: Context) => actor.id !== null;

const submitting = (type: shape.TargetType) =>
  mutation(`submit${nounOf[type]}Comment`, {
    can: "read the site",
    input: shape.newComment,
    output: shape.sentComment,
    example: shape.newCommentExample,
    // Its target may be gone.
    refusals: ["not_found"],
    touches,
    about,
    isBounded: true,
    gate,
    prepare: (given, actor, last?: Rendered) => prepareOn(type, given, actor, last),
    run: (context, given, rendered) => addComment(context, { type, given, rendered, signedIn: isSomebody(context) }),
  });

const creating = (type: shape.TargetType) =>
  mutation(`create${nounOf[type]}Comment`, {
    can: "comment signed in",
    input: shape.newComment,
    output: shape.comment,
    example: { author: "Ada", content: "From the **loom**.", parentId: 1, postId: 1 },
    refusals: ["not_found"],
    touches,
    about,
    isBounded: true,
    prepare: (given, actor, last?: Rendered) => prepareOn(type, given, actor, last),
    run: (context, given, rendered) => addComment(context, { type, given, rendered, signedIn: true }),
  });

/**
 * Comments on a post as a visitor: waits for approval, unless the owner turned that off. A signed-in author uses the
 * account's name.
 */
export const submitPostComment = submitting("POST");
/** The same on a sheet. */
export const submitSheetComment = submitting("SHEET");
/** The same on a journal. */
export const submitJournalComment = submitting("JOURNAL");

/** Comments on a post under the account's name; staff's comments are published at once. */
export const createPostComment = creating("POST");
/** The same on a sheet. */
export const createSheetComment = creating("SHEET");
/** The same on a journal. */
export const createJournalComment = creating("JOURNAL");

/** The form below a text: as over the API, with checks for programs. */
export const sendComment = mutation("sendComment", {
  can: "read the site",
  input: shape.commentForm,
  output: shape.sentComment,
  touches,
  about,
  isBounded: true,
  gate,
  prepare: (given, actor, last?: Rendered) => prepareOn(given.targetType, given, actor, last),
  run: (context, { targetType: type, stamp, website, ...given }, rendered) => {
    const suspicion = website ? "trapped" : isHasty(stamp, context.now) ? "hasty" : "none";
    return addComment(context, { type, given, rendered, signedIn: isSomebody(context), suspicion });
  },
});
