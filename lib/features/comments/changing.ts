import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { columnsFrom, type Database } from "../../../db";
import { rowByRow } from "../../../db/expressions";
import { comments } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { invalid, notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import { whole } from "./adding";
import { notifyAuthors } from "./notifications";
import type * as shape from "./schema";
import { columnsOf, stateOf } from "./states";
import { targetIdOf, touchedBelow } from "./targets";
import { conversations, hide, remove, updateVisibility, withReplies } from "./threads";

export type Row = typeof comments.$inferSelect;
/** A text with comments. */
export type Below = { type: shape.TargetType; id: number };

/** Comments on one kind of text, or on any, in the given order; all of them must exist. */
export async function forChange(db: Database, type: shape.TargetType | null, ids: readonly number[]): Promise<Row[]> {
  const rows = await db
    .select()
    .from(comments)
    .where(and(inArray(comments.id, [...ids]), type === null ? undefined : rowByRow(eq(comments.targetType, type))));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound();
    return row;
  });
}

export const rootOf = (row: { id: number; rootId: number | null }): number => row.rootId ?? row.id;

/** Groups comments by the text they are on, since each text's conversations change together. */
function byTarget(rows: readonly Row[]): (Below & { rows: Row[] })[] {
  const groups = new Map<string, Below & { rows: Row[] }>();
  for (const row of rows) {
    const [type, id] = [row.targetType, targetIdOf(row)];
    const group = groups.get(`${type}:${id}`);
    if (group) group.rows.push(row);
    else groups.set(`${type}:${id}`, { type, id, rows: [row] });
  }
  return [...groups.values()];
}

/** The cache keys of texts whose comments changed, and of each comment, since webhooks are told of every one. */
export const touchedBy = (texts: readonly Below[], ids: readonly number[]): string[] => [
  ...new Set([...texts.flatMap(({ type, id }) => touchedBelow(type, id)), ...ids.map((id) => `comment:${id}`)]),
];

/** Brings comments into a state each; returns the texts whose comments changed. */
export async function setStates(
  db: Database,
  changes: readonly { row: Row; state: shape.CommentState }[],
  now: Date,
): Promise<Below[]> {
  const changed = changes.filter(({ row, state }) => stateOf(row) !== state);
  for (const state of new Set(changed.map((each) => each.state)))
    await db
      .update(comments)
      .set({ ...columnsOf(state), updateTime: now })
      .where(
        inArray(
          comments.id,
          changed.filter((each) => each.state === state).map(({ row }) => row.id),
        ),
      );
  const groups = byTarget(changed.map(({ row }) => row));
  const shown = new Set(changed.filter(({ state }) => state === "published").map(({ row }) => row));
  await someAtOnce(groups, async ({ type, id, rows }) => {
    const [seen, unseen] = [rows.filter((row) => shown.has(row)), rows.filter((row) => !shown.has(row))];
    await hide(
      db,
      type,
      id,
      unseen.map((row) => row.id),
    );
    if (seen.length === 0) return;
    await notifyAuthors(db, type, id, await updateVisibility(db, type, id, [...new Set(seen.map(rootOf))]));
  });
  return groups.map(({ type, id }) => ({ type, id }));
}

/** Deletes comments for good, with all that reply to them. */
export async function removeAll(db: Database, rows: readonly Row[]): Promise<void> {
  await someAtOnce(byTarget(rows), ({ type, id, rows: group }) =>
    remove(
      db,
      type,
      id,
      [...new Set(group.map(rootOf))],
      group.map((row) => row.id),
    ),
  );
}

/** Moves a comment below another one of the same text, or to the top. */
async function move(db: Database, row: Row, parentId: number | null): Promise<void> {
  const refuse = (message: string) => invalid("parentId", "wrong_value", message);
  const [type, targetId] = [row.targetType, targetIdOf(row)];
  const [parent] =
    parentId === null
      ? []
      : await db
          .select()
          .from(comments)
          .where(and(eq(comments.targetType, type), eq(comments.id, parentId)));
  if (parentId !== null && (!parent || targetIdOf(parent) !== targetId))
    throw refuse("There is no such comment on this text.");
  const own = withReplies(await conversations(db, [rootOf(row)]), [row.id]);
  if (own.some((each) => each.id === parentId))
    throw refuse("A comment cannot be a reply to itself or to one of its own replies.");
  await db.update(comments).set({ parentId }).where(eq(comments.id, row.id));
  const roots = new Set([rootOf(row), ...(parent ? [rootOf(parent)] : [])]);
  await notifyAuthors(db, type, targetId, await updateVisibility(db, type, targetId, [...roots]));
}

/** Changes the given fields of a comment. */
export async function change(
  { db, now }: Context,
  type: shape.TargetType | null,
  given: z.output<typeof shape.commentChanges>,
  html: string,
): Promise<shape.Comment> {
  const [row] = (await forChange(db, type, [given.commentId])) as [Row];
  if (given.postId !== undefined && given.postId !== null && given.postId !== targetIdOf(row))
    throw invalid("postId", "wrong_value", "A comment cannot be moved to another text.");
  await db
    .update(comments)
    .set({ ...columnsFrom(given, comments, ["postId", "parentId"]), html, updateTime: now })
    .where(eq(comments.id, row.id));
  if (given.parentId !== undefined && given.parentId !== row.parentId) await move(db, row, given.parentId);
  return whole(db, row.id);
}
