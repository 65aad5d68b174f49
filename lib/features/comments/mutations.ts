import type { Database } from "../../../db";
import { renderComment } from "../../text/markdown/comment";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { whole } from "./adding";
import { change, forChange, removeAll, setStates } from "./changing";
import * as shape from "./schema";
import { stateAfter } from "./states";
import { commentsOn, nameOf, nounOf, targetIdOf, touchedBelow, touchedByWords } from "./targets";

async function setStatuses(
  db: Database,
  type: shape.TargetType,
  ids: readonly number[],
  status: shape.CommentStatus,
  now: Date,
) {
  const rows = await forChange(db, type, ids);
  await setStates(
    db,
    rows.map((row) => ({ row, state: stateAfter(row, status) })),
    now,
  );
  return rows;
}

const touchesOf = (_input: unknown, { targetType, postId }: { targetType: shape.TargetType; postId: number }) =>
  touchedBelow(targetType, postId);

/** Makes the operations that manage comments on one kind of target; comments on other kinds are not found. */
function managing(type: shape.TargetType) {
  // A deleted comment's target is unknown afterwards, so everything with comments on this kind of text is dropped.
  const touchesAll = () => [commentsOn(type), `${type.toLowerCase()}s`];
  const subject = `${type.toLowerCase()} comments`;
  return {
    update: mutation(`update${nounOf[type]}Comment`, {
      can: "manage comments",
      input: shape.commentChanges,
      output: shape.comment,
      example: { commentId: 1, author: "Charles", content: "Where do the cards come from?" },
      // Lists show how many comments there are, and no text of one; elsewhere in the conversation it may be seen no more.
      touches: ({ parentId }, { targetType, postId }) =>
        parentId === undefined ? touchedByWords(targetType, postId) : touchedBelow(targetType, postId),
      about: (_input, { id, author, targetType, postId }) => ({
        subject: `comment:${id}`,
        summary: `by ${author} on ${nameOf(targetType, postId)}`,
      }),
      prepare: async ({ content }) => renderComment(content),
      run: (context, given, { html }) => change(context, type, given, html),
    }),

    setStatus: mutation(`set${nounOf[type]}CommentStatus`, {
      can: "manage comments",
      input: shape.commentStatusChange,
      output: shape.comment,
      touches: touchesOf,
      about: ({ status }, { id, author, targetType, postId }) => ({
        subject: `comment:${id}`,
        summary: `${status} by ${author} on ${nameOf(targetType, postId)}`,
      }),
      run: async ({ db, now }, { commentId, status }) => {
        await setStatuses(db, type, [commentId], status, now);
        return whole(db, commentId);
      },
    }),

    setStatuses: mutation(`set${nounOf[type]}CommentsStatus`, {
      can: "manage comments",
      input: shape.commentsStatusChange,
      output: shape.statusesBefore,
      example: { status: "PUBLISHED", items: [1, 2] },
      // Also names each comment, since webhooks announce every one.
      touches: (_input, { before }) => [
        ...new Set(before.flatMap(({ commentId, postId }) => [...touchedBelow(type, postId), `comment:${commentId}`])),
      ],
      about: ({ items, status }) => ({ subject, summary: `${status}: ${items.length}` }),
      run: async ({ db, now }, { items, status }) => ({
        before: (await setStatuses(db, type, items, status, now)).map((row) => ({
          commentId: row.id,
          status: row.status,
          postId: targetIdOf(row),
        })),
      }),
    }),

    remove: mutation(`delete${nounOf[type]}Comment`, {
      can: "manage comments",
      input: shape.commentRef,
      output: nothing,
      whenFull: true,
      touches: touchesAll,
      about: ({ commentId }) => ({ subject: `comment:${commentId}`, summary: "deleted for good" }),
      run: async ({ db }, { commentId }) => removeAll(db, await forChange(db, type, [commentId])),
    }),

    removeAll: mutation(`delete${nounOf[type]}Comments`, {
      can: "manage comments",
      input: shape.commentsRemoval,
      output: nothing,
      whenFull: true,
      touches: touchesAll,
      about: ({ ids }) => ({ subject, summary: `deleted for good: ${ids.length}` }),
      run: async ({ db }, { ids }) => removeAll(db, await forChange(db, type, ids)),
    }),
  };
}

/** Changes, status and deletion of comments on posts. */
export const postComments = managing("POST");
/** The same on sheets. */
export const sheetComments = managing("SHEET");
/** The same on journals. */
export const journalComments = managing("JOURNAL");
