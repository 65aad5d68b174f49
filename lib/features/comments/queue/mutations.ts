import { AppError } from "../../../core/errors";
import { mutation } from "../../../core/operation";
import { requireAsRead } from "../../../core/as-read";
import { requireUnchanged } from "../../../core/way-back";
import { renderComment } from "../../../text/markdown/comment";
import { addComment } from "../adding";
import { change, forChange, removeAll, type Row, setStates, touchedBy } from "../changing";
import { comment, commentChanges } from "../schema";
import { stateOf } from "../states";
import { nameOf, targetIdOf, touchedBelow, touchedByWords } from "../targets";
import { getComment } from "./queries";
import { repliesTo } from "./removing";
import * as shape from "./schema";

// What those who manage comments do, over posts, sheets and journals alike; of several, all change or none.

type State = ReturnType<typeof stateOf>;

/** Refuses to make words public, or to answer them, that nobody has read: for a while their author may change them. */
function requireSeen(row: Row, seen: Date | undefined): void {
  const { updateTime } = row;
  if (seen) requireAsRead({ updateTime: seen }, { updateTime }, {});
}

/** The state of each before it gets another one. */
const statesBefore = (changes: readonly { row: Row; state: State }[]) =>
  changes.map(({ row, state }) => ({ commentId: row.id, state: stateOf(row), from: { state } }));

type Changed = { before: { commentId: number }[]; texts: Parameters<typeof touchedBy>[0] };
const touches = (_input: unknown, { before, texts }: Changed) =>
  touchedBy(
    texts,
    before.map(({ commentId }) => commentId),
  );
const subject = "comments";

/** Approves, recycles, restores, or marks as spam or not; answers the state before, for Undo. */
export const setCommentsState = mutation("setCommentsState", {
  can: "manage comments",
  summary: "Approves, recycles or restores comments, or marks them as spam or not. Answers what was before.",
  input: shape.stateOfSeveral,
  output: shape.statesBefore,
  example: { state: "published", items: [1, 2] },
  whenFull: true,
  touches,
  about: ({ items, state }) => ({ subject, summary: `${state}: ${items.length}` }),
  run: async ({ db, now }, { items, state }) => {
    const rows = await forChange(db, null, items);
    const changes = rows.map((row) => ({ row, state }));
    return { before: statesBefore(changes), texts: await setStates(db, changes, now) };
  },
});

/** Brings each comment into a state of its own, such as the ones that `setCommentsState` answered. */
export const setCommentStates = mutation("setCommentStates", {
  can: "manage comments",
  summary: "Brings each comment into a state of its own, such as those that another change answered as `before`.",
  input: shape.statesOfEach,
  output: shape.statesBefore,
  example: {
    items: [
      { commentId: 1, state: "waiting" },
      { commentId: 2, state: "spam" },
    ],
  },
  refusals: ["not_found"],
  touches,
  about: ({ items }) => ({ subject, summary: `state of each: ${items.length}` }),
  run: async ({ db, now }, { items }) => {
    const rows = await forChange(
      db,
      null,
      items.map(({ commentId }) => commentId),
    );
    const changes = rows.map((row, i) => ({ row, state: items[i]?.state ?? stateOf(row) }));
    for (const [i, row] of rows.entries()) {
      const { from, state } = items[i] ?? {};
      if (!from || state === stateOf(row)) continue;
      requireUnchanged({ state, from: { state: from.state } }, { state: stateOf(row) });
      requireSeen(row, from.updateTime);
    }
    return { before: statesBefore(changes), texts: await setStates(db, changes, now) };
  },
});

/** Changes the given fields of a comment. */
export const updateComment = mutation("updateComment", {
  can: "manage comments",
  input: commentChanges,
  output: comment,
  example: { commentId: 1, author: "Charles", content: "Where do the cards come from?" },
  touches: ({ parentId }, { targetType, postId }) =>
    parentId === undefined ? touchedByWords(targetType, postId) : touchedBelow(targetType, postId),
  about: (_input, { id, author, targetType, postId }) => ({
    subject: `comment:${id}`,
    summary: `by ${author} on ${nameOf(targetType, postId)}`,
  }),
  prepare: async ({ content }) => renderComment(content),
  reread: (context, { commentId }) => getComment.within(context, { commentId }),
  run: (context, given, { html }) => change(context, null, given, html),
});

/** Replies under the account's name; `approve` also approves the comment that is replied to. */
export const replyToComment = mutation("replyToComment", {
  can: "manage comments",
  summary: "Replies under the account's name. With `approve`, a waiting comment is approved with it.",
  input: shape.newReply,
  output: shape.reply,
  example: { parentId: 1, content: "From the **loom**." },
  refusals: ["not_found", "conflict", "stale"],
  touches: (_input, { id, targetType, postId, before }) =>
    touchedBy([{ type: targetType, id: postId }], [id, ...before.map(({ commentId }) => commentId)]),
  about: (_input, { id, author, targetType, postId }) => ({
    subject: `comment:${id}`,
    summary: `by ${author} on ${nameOf(targetType, postId)}`,
  }),
  prepare: async ({ content }) => renderComment(content),
  run: async (context, { content, parentId, approve, seen }, rendered) => {
    const { db, actor, now } = context;
    const [row] = (await forChange(db, null, [parentId])) as [Row];
    requireSeen(row, seen);
    if (approve && stateOf(row) === "waiting") await setStates(db, [{ row, state: "published" }], now);
    const parent = (await forChange(db, null, [parentId]))[0];
    if (!parent?.visible)
      throw new AppError(
        "conflict",
        "Only what readers see can be replied to. Approve it first, with those above it.",
        {
          reason: "reply_hidden",
        },
      );
    const given = { author: actor.name, content, parentId, postId: targetIdOf(row) };
    const added = await addComment(context, { type: row.targetType, given, rendered, signedIn: true });
    return { ...added, before: parent.status === row.status ? [] : statesBefore([{ row, state: stateOf(parent) }]) };
  },
});

/** Deletes comments in the recycle bin for good, with all that reply to them. */
export const deleteComments = mutation("deleteComments", {
  can: "manage comments",
  summary:
    "Deletes comments in the recycle bin for good, with all that reply to them; `GET …/removal` names these before.",
  input: shape.queueRemoval,
  output: shape.removed,
  refusals: ["not_found", "conflict"],
  whenFull: true,
  // Readers see neither what is in the bin nor the replies to it.
  touches: ({ ids }) => touchedBy([], ids),
  about: (_input, { comments, replies }) => ({
    subject,
    summary: `deleted for good: ${comments}, replies: ${replies}`,
  }),
  run: async ({ db }, { ids, replies: agreed }) => {
    const rows = await forChange(db, null, ids);
    if (rows.some((row) => row.status !== "RECYCLE"))
      throw new AppError("conflict", "Only comments in the recycle bin can be deleted for good.", {
        reason: "comments_not_in_bin",
      });
    const replies = (await repliesTo(db, rows)).length;
    if (agreed !== undefined && agreed !== replies)
      throw new AppError("conflict", `These comments have ${replies} replies by now, not ${agreed}.`, {
        reason: "other_replies",
      });
    await removeAll(db, rows);
    return { comments: ids.length, replies };
  },
});
