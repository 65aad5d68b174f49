import { and, eq, inArray } from "drizzle-orm";
import { columnsFrom, type Database } from "../../../db";
import { comments } from "../../../db/schema";
import { renderComment } from "../../text/markdown/comment";
import { invalid, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { whole } from "./adding";
import { notifyAuthors } from "./notifications";
import * as shape from "./schema";
import { commentsOn, nameOf, nounOf, targetIdOf, touchedBelow } from "./targets";
import { conversations, remove, updateVisibility, withReplies } from "./threads";

type Row = typeof comments.$inferSelect;

/** Comments on one kind of text in the given order; all of them must exist. */
async function forChange(db: Database, type: shape.TargetType, ids: readonly number[]): Promise<Row[]> {
  const rows = await db
    .select()
    .from(comments)
    .where(and(eq(comments.targetType, type), inArray(comments.id, [...ids])));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    return row;
  });
}

const rootOf = (row: { id: number; rootId: number | null }): number => row.rootId ?? row.id;

/** Groups comments by target, since each target's conversations change together. */
function byTarget(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) groups.set(targetIdOf(row), [...(groups.get(targetIdOf(row)) ?? []), row]);
  return groups;
}

async function setStatuses(
  db: Database,
  type: shape.TargetType,
  ids: readonly number[],
  status: shape.CommentStatus,
  now: Date,
): Promise<Row[]> {
  const rows = await forChange(db, type, ids);
  const changed = rows.filter((row) => row.status !== status).map((row) => row.id);
  if (changed.length > 0)
    await db.update(comments).set({ status, updateTime: now }).where(inArray(comments.id, changed));
  for (const [targetId, group] of byTarget(rows))
    await notifyAuthors(
      db,
      type,
      targetId,
      await updateVisibility(db, type, targetId, [...new Set(group.map(rootOf))]),
    );
  return rows;
}

async function removeAll(db: Database, type: shape.TargetType, ids: readonly number[]): Promise<void> {
  for (const [targetId, group] of byTarget(await forChange(db, type, ids)))
    await remove(
      db,
      type,
      targetId,
      [...new Set(group.map(rootOf))],
      group.map((row) => row.id),
    );
}

/** Moves a comment below another one of the same text, or to the top. */
async function move(db: Database, type: shape.TargetType, row: Row, parentId: number | null): Promise<void> {
  const refuse = (message: string) => invalid("parentId", "wrong_value", message);
  const [parent] =
    parentId === null
      ? []
      : await db
          .select()
          .from(comments)
          .where(and(eq(comments.targetType, type), eq(comments.id, parentId)));
  if (parentId !== null && (!parent || targetIdOf(parent) !== targetIdOf(row)))
    throw refuse("There is no such comment on the same text.");
  const own = withReplies(await conversations(db, [rootOf(row)]), [row.id]);
  if (own.some((each) => each.id === parentId))
    throw refuse("A comment cannot be a reply to itself, or to what replies to it.");
  await db.update(comments).set({ parentId }).where(eq(comments.id, row.id));
  const seen = await updateVisibility(db, type, targetIdOf(row), [
    ...new Set([rootOf(row), ...(parent ? [rootOf(parent)] : [])]),
  ]);
  await notifyAuthors(db, type, targetIdOf(row), seen);
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
        parentId === undefined ? [`comments:${nameOf(targetType, postId)}`] : touchedBelow(targetType, postId),
      about: (_input, { id, author, targetType, postId }) => ({
        subject: `comment:${id}`,
        summary: `by ${author} on ${nameOf(targetType, postId)}`,
      }),
      prepare: async ({ content }) => renderComment(content),
      run: async ({ db, now }, given, { html }) => {
        const [row] = (await forChange(db, type, [given.commentId])) as [Row];
        if (given.postId !== undefined && given.postId !== null && given.postId !== targetIdOf(row))
          throw invalid("postId", "wrong_value", "A comment stays where it was written.");
        await db
          .update(comments)
          .set({ ...columnsFrom(given, comments, ["postId", "parentId"]), html, updateTime: now })
          .where(eq(comments.id, row.id));
        if (given.parentId !== undefined && given.parentId !== row.parentId) await move(db, type, row, given.parentId);
        return whole(db, row.id);
      },
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
      // Also names each comment, since webhooks are told of every one.
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
      touches: touchesAll,
      about: ({ commentId }) => ({ subject: `comment:${commentId}`, summary: "deleted for good" }),
      run: async ({ db }, { commentId }) => removeAll(db, type, [commentId]),
    }),

    removeAll: mutation(`delete${nounOf[type]}Comments`, {
      can: "manage comments",
      input: shape.commentsRemoval,
      output: nothing,
      touches: touchesAll,
      about: ({ ids }) => ({ subject, summary: `deleted for good: ${ids.length}` }),
      run: async ({ db }, { ids }) => removeAll(db, type, ids),
    }),
  };
}

/** Changes, status and deletion of comments on posts. */
export const postComments = managing("POST");
/** The same on sheets. */
export const sheetComments = managing("SHEET");
/** The same on journals. */
export const journalComments = managing("JOURNAL");
